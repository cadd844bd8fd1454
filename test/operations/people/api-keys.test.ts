import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthenticator } from '../../../src/api/guard/authenticate.js';
import { OPERATOR } from '../../../src/domain/context.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { ROLE_SCOPES } from '../../../src/domain/people/roles.js';
import { SCOPES } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import {
  type CreatedApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../../src/operations/people/api-keys.js';
import { changeMemberRole, removeMember } from '../../../src/operations/people/members.js';
import { addKeys, auditOf, type KeyOptions, operatorsKey, withKey } from '../../support/people/keys.js';
import { ADDRESS, newMember } from '../../support/people/members.js';
import { addPhone } from '../../support/phones.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const HOUR_MS = 3_600_000;
const READER = { name: 'Reader', mode: 'live', scopes: ['sms:read'] } as const;

const services = useServices();
let organisationId: string;

beforeAll(async () => {
  organisationId = (await newOrganisation(services)).caller.organisationId;
});
const countKeys = async () => {
  const rows = await services.sql('SELECT count(*)::int AS count FROM api_keys');
  return rows[0].count;
};
/** Somebody who calls with a key of the organisation. */
const maker = async (options: KeyOptions = {}) =>
  withKey(services, await operatorsKey(services, organisationId, options));
const make = ({ caller }: Context, options: KeyOptions = {}) =>
  createApiKey(services, { ...READER, ...options, by: caller });

describe('a key', () => {
  it('has the restrictions that it was made with, each once, and does with them what it says', async () => {
    const [phone, other] = [await addPhone(services, organisationId), await addPhone(services, organisationId)];
    const given = {
      sessionIds: [phone.toUpperCase(), other, phone],
      // Words and marks that mean something to PostgreSQL where lists are written as text.
      senderIds: ['NULL', 'A & B', 'A & B', '+254711000001'],
      addresses: ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7'],
    };
    const context = await maker({ ...given, scopes: ['sms:send'] });
    const { nodes } = await listApiKeys(context, { first: 1 });
    const expected = { sessionIds: [phone, other], senderIds: ['NULL', 'A & B', '+254711000001'] };
    expect(nodes).toMatchObject([{ ...expected, addresses: given.addresses, scopes: ['sms:send'], replaces: null }]);
    expect(context.caller).toMatchObject(expected);
  });

  it('is not restricted in what is left out', async () => {
    const { apiKey } = await operatorsKey(services, organisationId);
    expect(apiKey).toMatchObject({ sessionIds: null, senderIds: null, addresses: null, expiresAt: null });
  });

  it.each<[what: string, options: KeyOptions, paths: string[][]]>([
    ['an empty list', { sessionIds: [], senderIds: [], addresses: [] }, [['sessionIds'], ['senderIds'], ['addresses']]],
    [
      'what is no address',
      { addresses: ['192.0.2.7', '10.0.0.0/8', '0x7f.1', '::/129'] },
      [
        ['addresses', '2'],
        ['addresses', '3'],
      ],
    ],
    [
      'what is no sender id',
      { senderIds: ['', 'SHOP', 'a name that is far too long'] },
      [
        ['senderIds', '0'],
        ['senderIds', '2'],
      ],
    ],
    ['what is no id', { sessionIds: ['nonsense'] }, [['sessionIds', '0']]],
    ['too many', { senderIds: Array.from({ length: 101 }, (_, n) => `S${n}`) }, [['senderIds']]],
    ['no scope', { scopes: [] }, [['scopes']]],
    ['a time that is over', { expiresAt: new Date(Date.now() - 1) }, [['expiresAt']]],
    ['a blank name', { name: ' ' }, [['name']]],
  ])('is not made with %s, and the place is named', async (_what, options, paths) => {
    const before = await countKeys();
    const fields = paths.map((path) => expect.objectContaining({ path }));
    await expect(operatorsKey(services, organisationId, options)).rejects.toMatchObject({ kind: 'invalid', fields });
    expect(await countKeys()).toBe(before);
  });

  it('is in the audit log with who made it and what it may do, and without itself', async () => {
    const context = await maker();
    const { key, apiKey } = await make(context, { senderIds: ['SHOP'] });
    const entries = await auditOf(services, apiKey.id);
    expect(entries).toEqual([
      {
        action: 'api_key.created',
        actor: `key ${context.caller.actor.id}`,
        address: '192.0.2.7',
        before: null,
        after: { ...READER, expires_at: null, session_ids: null, sender_ids: ['SHOP'], addresses: null },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(-6));
    const { apiKey: operators } = await operatorsKey(services, organisationId);
    expect(await auditOf(services, operators.id)).toMatchObject([{ actor: 'operator -', address: null }]);
  });
});

const refused = (code: string) => ({ kind: 'forbidden', code });

describe('whoever makes a key with a key', () => {
  it('grants no scope that it lacks', async () => {
    const context = await maker({ scopes: ['sms:read', 'keys:manage'] });
    for (const scopes of [['sms:send'], ['sms:read', 'sms:send'], SCOPES] as const) {
      await expect(make(context, { scopes })).rejects.toMatchObject(refused('forbidden'));
    }
    const { apiKey } = await make(context, { scopes: ['keys:manage', 'sms:read', 'sms:read'] });
    expect(apiKey.scopes).toEqual(['sms:read', 'keys:manage']);
  });

  it('makes no live key with a test key', async () => {
    const context = await maker({ mode: 'test' });
    await expect(make(context)).rejects.toMatchObject(refused('live_for_test_key'));
    await expect(make(context, { mode: 'test' })).resolves.toMatchObject({ key: expect.stringMatching(/^pr_test_/) });
  });

  it.each<[what: string, options: () => Promise<KeyOptions>]>([
    ['phones', async () => ({ sessionIds: [await addPhone(services, organisationId)] })],
    ['sender ids', async () => ({ senderIds: ['SHOP'] })],
    ['addresses', async () => ({ addresses: ['192.0.2.7'] })],
  ])('makes none with one that is restricted to %s, not even a restricted one', async (_what, options) => {
    const restriction = await options();
    const context = await maker(restriction);
    for (const more of [{}, restriction]) {
      await expect(make(context, more)).rejects.toMatchObject(refused('not_allowed_for_key'));
    }
  });

  it('makes none that outlives it', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const context = await maker({ expiresAt });
    for (const later of [null, new Date(expiresAt.getTime() + 1)]) {
      await expect(make(context, { expiresAt: later })).rejects.toMatchObject(refused('not_allowed_for_key'));
    }
    const { apiKey } = await make(context, { expiresAt });
    expect(new Date(apiKey.expiresAt as string)).toEqual(expiresAt);
  });

  it('makes none after it was revoked, also where that is not known yet', async () => {
    const context = await maker();
    await revokeApiKey(services, { organisationId, id: context.caller.actor.id ?? '' });
    await expect(make(context)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('a person who makes a key', () => {
  it('grants what the role holds, and nothing above it', async () => {
    const { person, context } = await newMember(services, organisationId, 'developer');
    const by = context.caller;
    const { apiKey } = await createApiKey(services, { ...READER, scopes: ROLE_SCOPES.developer, by });
    expect(await auditOf(services, apiKey.id)).toMatchObject([{ actor: `person ${person.id}`, address: ADDRESS }]);
    for (const above of ['organisation:manage', 'audit:read'] as const) {
      await expect(createApiKey(services, { ...READER, scopes: [above], by })).rejects.toMatchObject({
        kind: 'forbidden',
        message: expect.stringContaining(above),
      });
    }
  });

  it('makes none after they were demoted or removed, also where that is not known yet', async () => {
    const { caller: operator, ...rest } = await newOrganisation(services);
    const own = operator.organisationId;
    const { person, context } = await newMember(services, own, 'admin');
    const made = await operatorsKey(services, own, { scopes: ['sms:read'] });
    const making = () => createApiKey(services, { ...READER, by: context.caller });
    const rotating = () => rotateApiKey(services, { id: made.apiKey.id, by: context.caller });
    const owners = { ...rest, caller: { ...operator, actor: OPERATOR, role: 'owner' } } as const;
    await changeMemberRole(owners, { personId: person.id, role: 'developer' });
    const above = createApiKey(services, { ...READER, scopes: ['audit:read'], by: context.caller });
    await expect(above).rejects.toMatchObject(refused('forbidden'));
    await changeMemberRole(owners, { personId: person.id, role: 'viewer' });
    for (const attempt of [making, rotating]) await expect(attempt()).rejects.toMatchObject(refused('forbidden'));
    await removeMember(owners, { personId: person.id });
    for (const attempt of [making, rotating]) await expect(attempt()).rejects.toMatchObject(refused('not_a_member'));
  });
});

describe('an organisation', () => {
  it('has so many keys in force and no more, however many are asked for at once', async () => {
    const { caller } = await newOrganisation(services);
    const own = caller.organisationId;
    await addKeys(services, own, LIMITS.keysPerOrganisation - 1);
    const attempts = await Promise.allSettled([1, 2, 3].map(() => operatorsKey(services, own)));
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const reasons = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(reasons).toMatchObject([
      { kind: 'conflict', code: 'too_many' },
      { kind: 'conflict', code: 'too_many' },
    ]);
    // One that is revoked, or has expired, makes room.
    const makeRoom = async (change: string) =>
      services.sql(
        `UPDATE api_keys SET ${change} = now() WHERE id = (SELECT id FROM api_keys WHERE organisation_id = $1
         AND revoked_at IS NULL AND expires_at IS NULL LIMIT 1)`,
        [own],
      );
    for (const change of ['revoked_at', 'expires_at']) {
      await makeRoom(change);
      await operatorsKey(services, own);
      await expect(operatorsKey(services, own)).rejects.toMatchObject({ code: 'too_many' });
    }
  });
});

const newKey = (options: KeyOptions = {}) => operatorsKey(services, organisationId, options);
const rotate = ({ apiKey: { id } }: CreatedApiKey, overlapHours?: number) =>
  rotateApiKey(services, { organisationId, id, overlapHours });
const revoke = ({ apiKey: { id } }: CreatedApiKey) => revokeApiKey(services, { organisationId, id });
const aboutHours = (time: Date | null) => Math.round(((time?.getTime() ?? 0) - Date.now()) / HOUR_MS);

describe('rotating a key', () => {
  it('makes another that is alike, and leaves the old one for a day', async () => {
    const expiresAt = new Date(Date.now() + 100 * HOUR_MS);
    const old = await newKey({ name: 'Shop', senderIds: ['SHOP'], addresses: ['192.0.2.0/24'], expiresAt });
    const { key, apiKey, replaced } = await rotate(old);
    const { name, mode, scopes, senderIds, addresses, sessionIds } = old.apiKey;
    const alike = { name, mode, scopes, senderIds, addresses, sessionIds };
    expect(apiKey).toMatchObject({ ...alike, replaces: old.apiKey.id, revokedAt: null });
    expect(new Date(apiKey.expiresAt as string)).toEqual(expiresAt);
    expect(key).not.toBe(old.key);
    expect(replaced.id).toBe(old.apiKey.id);
    expect(aboutHours(new Date(replaced.expiresAt as string))).toBe(LIMITS.keyOverlapHours);
    await expect(withKey(services, old)).resolves.toBeDefined();
    await expect(withKey(services, { key, apiKey })).resolves.toBeDefined();
  });

  it('leaves an old key no longer than its own end', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const { replaced } = await rotate(await newKey({ expiresAt }), 168);
    expect(new Date(replaced.expiresAt as string)).toEqual(expiresAt);
  });

  it('ends the old key at once when that is wanted, on processes that know it too', async () => {
    const old = await newKey();
    const [knowing, fresh] = [createAuthenticator(services), createAuthenticator(services)];
    const credentials = {
      authorization: `Bearer ${old.key}`,
      'x-organisation-id': organisationId,
      address: '192.0.2.7',
    };
    await knowing.authenticate(credentials);
    await rotate(old, 0);
    await expect(fresh.authenticate(credentials)).rejects.toMatchObject({ kind: 'unauthenticated' });
    const now = performance.now.bind(performance);
    performance.now = () => now() + 5_000;
    try {
      await expect(knowing.authenticate(credentials)).rejects.toMatchObject({ kind: 'unauthenticated' });
    } finally {
      performance.now = now;
    }
  });

  it.each([-1, 169, 1.5, Number.NaN])('takes no overlap of %s hours', async (hours) => {
    const old = await newKey();
    const fields = [expect.objectContaining({ path: ['overlapHours'] })];
    await expect(rotate(old, hours)).rejects.toMatchObject({ kind: 'invalid', fields });
  });

  it('gives a key one successor, also when it is asked for twice at once, unless that was revoked', async () => {
    const old = await newKey();
    const attempts = await Promise.allSettled([rotate(old), rotate(old)]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = { kind: 'invalid', message: expect.stringContaining('rotated already') };
    expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal });
    const [first] = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    await revoke(first as CreatedApiKey);
    await expect(rotate(old)).resolves.toMatchObject({ apiKey: { replaces: old.apiKey.id } });
  });

  it('goes on from the successor', async () => {
    const second = await rotate(await newKey());
    await expect(rotate(second)).resolves.toMatchObject({ apiKey: { replaces: second.apiKey.id } });
  });

  it('is refused for a key that is revoked or has expired', async () => {
    const [revoked, expired] = [await newKey(), await newKey()];
    await revoke(revoked);
    await services.sql('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.apiKey.id]);
    await expect(rotate(revoked)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('revoked'),
    });
    await expect(rotate(expired)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('expired'),
    });
  });

  it('finds room in a full organisation when the old key ends at once', async () => {
    const own = (await newOrganisation(services)).caller.organisationId;
    const { apiKey } = await operatorsKey(services, own);
    await addKeys(services, own, LIMITS.keysPerOrganisation - 1);
    const asked = { organisationId: own, id: apiKey.id };
    await expect(rotateApiKey(services, asked)).rejects.toMatchObject({ code: 'too_many' });
    await expect(rotateApiKey(services, { ...asked, overlapHours: 0 })).resolves.toBeDefined();
  });

  it('is in the audit log of the old key', async () => {
    const old = await newKey();
    const { apiKey, replaced } = await rotate(old, 2);
    expect((await auditOf(services, old.apiKey.id)).slice(1)).toEqual([
      {
        action: 'api_key.rotated',
        actor: 'operator -',
        address: null,
        before: { expires_at: null },
        after: { expires_at: new Date(replaced.expiresAt as string).toISOString(), replaced_by: apiKey.id },
      },
    ]);
  });
});

describe('whoever rotates a key with a key', () => {
  const rotateWith = async (options: KeyOptions, id: string) => {
    const { caller } = await withKey(services, await newKey(options));
    return rotateApiKey(services, { by: caller, id });
  };

  it('does so with none that may do more', async () => {
    const strong = await newKey({ scopes: ['chat:send', 'keys:manage'] });
    const plain = await newKey();
    const attempts: [KeyOptions, string, string][] = [
      [{}, strong.apiKey.id, 'forbidden'],
      [{ mode: 'test' }, plain.apiKey.id, 'live_for_test_key'],
      [{ senderIds: ['SHOP'] }, plain.apiKey.id, 'not_allowed_for_key'],
      [{ expiresAt: new Date(Date.now() + HOUR_MS) }, plain.apiKey.id, 'not_allowed_for_key'],
    ];
    for (const [options, id, code] of attempts) {
      await expect(rotateWith(options, id)).rejects.toMatchObject({ kind: 'forbidden', code });
    }
    await expect(rotateWith({}, plain.apiKey.id)).resolves.toMatchObject({ apiKey: { replaces: plain.apiKey.id } });
  });

  it('may do so with that key itself, and makes no lasting ones with the old one then', async () => {
    const own = await newKey();
    const { caller } = await withKey(services, own);
    const { apiKey } = await rotateApiKey(services, { by: caller, id: own.apiKey.id });
    const other = await newKey();
    await expect(rotateApiKey(services, { by: caller, id: other.apiKey.id })).rejects.toMatchObject({
      code: 'not_allowed_for_key',
    });
    expect(apiKey.expiresAt).toBeNull();
  });
});

describe('revoking a key', () => {
  it('again changes nothing, and is told once', async () => {
    const made = await newKey();
    const first = await revoke(made);
    const second = await revoke(made);
    expect(second.revokedAt).toEqual(first.revokedAt);
    expect((await auditOf(services, made.apiKey.id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
  });

  it('is not for test keys where the key is live', async () => {
    const live = await newKey();
    const test = await newKey({ mode: 'test' });
    const { caller } = await withKey(services, await newKey({ mode: 'test' }));
    await expect(revokeApiKey(services, { by: caller, id: live.apiKey.id })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'live_for_test_key',
    });
    await expect(withKey(services, live)).resolves.toBeDefined();
    await expect(revokeApiKey(services, { by: caller, id: test.apiKey.id })).resolves.toMatchObject({
      revokedAt: expect.any(String),
    });
  });
});
