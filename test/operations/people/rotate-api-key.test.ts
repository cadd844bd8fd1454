import { beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthenticator } from '../../../src/api/guard/authenticate.js';
import { LIMITS } from '../../../src/domain/limits.js';
import { type CreatedApiKey, revokeApiKey, rotateApiKey } from '../../../src/operations/people/api-keys.js';
import { addKeys, auditOf, type KeyOptions, operatorsKey, withKey } from '../../support/people/keys.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const HOUR_MS = 3_600_000;

const services = useServices();
let organisationId: string;

beforeAll(async () => {
  organisationId = (await newOrganisation(services)).caller.organisationId;
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
    await services.superuser.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.apiKey.id]);
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
