import { describe, expect, it } from '@jest/globals';
import type { RestCall, Route } from '../../../src/api/rest/route.js';
import { continuedCall } from '../../../src/api/rest/sealed-cursors.js';
import { OPERATOR } from '../../../src/domain/context.js';
import { readExportLink, signExportLink } from '../../../src/domain/exports/export-link.js';
import { CursorCodec } from '../../../src/domain/paging.js';
import { readAccessToken, signAccessToken } from '../../../src/domain/people/access-token.js';
import { setUpToken } from '../../../src/domain/people/tokens.js';
import { type SecretKeys, secretKeyId } from '../../../src/domain/secret-keys.js';
import { encodeReference } from '../../../src/domain/sms/reference.js';
import { deriveCallbackSecret, dlrUrl } from '../../../src/gateways/sms/kannel/wire.js';
import { GATEWAY_KINDS } from '../../../src/gateways/sms/registry.js';
import { receiveEngineReports } from '../../../src/operations/chat/engine-reports.js';
import type { Services } from '../../../src/operations/context.js';
import { acceptInvitation } from '../../../src/operations/people/accept-invitation.js';
import { createApiKey, findApiKey, revokeApiKey } from '../../../src/operations/people/api-keys.js';
import { findOpenInvitation, inviteMember } from '../../../src/operations/people/invitations.js';
import { resendCode } from '../../../src/operations/people/one-time-codes.js';
import { setUp } from '../../../src/operations/people/set-up.js';
import { findPersonSession } from '../../../src/operations/people/sign-in.js';
import { signUp, verifyEmail } from '../../../src/operations/people/sign-up.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { receiveOptOuts } from '../../../src/operations/sms/suppressions/receive-opt-outs.js';
import { acceptSecretKeys } from '../../../src/operations/upkeep/accepted-keys.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { countSealed, inspectSecretKeys, judgeByRows, rekey } from '../../../src/operations/upkeep/rekey.js';
import { openSecret } from '../../../src/operations/webhooks/sealed-secrets.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { ADDRESS, mailsTo, newMember, newPerson, tokenMailedTo } from '../../support/people/members.js';
import { seeMessage } from '../../support/see.js';
import { drain, mobile, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { newEndpoint } from '../../support/webhooks.js';

const OLD = 'the secret key that the installation began with';
const NEW = 'the secret key that has taken its place, and is as long';
const THIRD = 'the secret key after that, when the second one leaked';
const VISITOR = { address: ADDRESS, person: null };

const process = useServices();

/** The same installation, restarted with these keys. */
function withKeys<Some extends Services>(services: Some, ...secretKeys: SecretKeys): Some {
  return { ...services, secretKey: secretKeys[0], secretKeys };
}
const atFirst = () => withKeys(process, OLD);
const meanwhile = () => withKeys(process, NEW, OLD);
const afterwards = () => withKeys(process, NEW);

describe('an API key', () => {
  const make = async (services: Services) => {
    const { caller } = await newOrganisation(services);
    const made = await createApiKey(services, {
      organisationId: caller.organisationId,
      name: 'Shop',
      mode: 'live',
      scopes: ['sms:send'],
    });
    return { ...made, organisationId: caller.organisationId };
  };

  it('is valid under both keys, and under the new one alone once it has been used', async () => {
    const [used, unused] = [await make(atFirst()), await make(atFirst())];
    expect(await findApiKey(meanwhile(), used.key)).toMatchObject({ id: used.apiKey.id });
    expect(await findApiKey(afterwards(), used.key)).toMatchObject({ id: used.apiKey.id });
    expect(await findApiKey(atFirst(), used.key)).toBeNull();
    expect(await findApiKey(afterwards(), unused.key)).toBeNull();
  });

  it('of version 0.1.0 names the secret key from its first call on', async () => {
    const { key, apiKey } = await make(atFirst());
    await process.sql('UPDATE api_keys SET secret_key_id = NULL WHERE id = $1', [apiKey.id]);
    await findApiKey(atFirst(), key);
    const rows = await process.sql('SELECT secret_key_id FROM api_keys WHERE id = $1', [apiKey.id]);
    expect(rows).toEqual([{ secret_key_id: secretKeyId(OLD) }]);
  });

  it('stays revoked', async () => {
    const { key, apiKey, organisationId } = await make(atFirst());
    await revokeApiKey(atFirst(), { organisationId, id: apiKey.id });
    expect(await findApiKey(meanwhile(), key)).toMatchObject({ revoked_at: expect.anything() });
  });
});

describe('people', () => {
  it('stay signed in', async () => {
    const { id, token } = await newPerson(atFirst());
    expect(await findPersonSession(meanwhile(), token, null)).toMatchObject({ person_id: id });
    expect(await findPersonSession(afterwards(), token, null)).toBeNull();
  });

  it('can use a code that was mailed before, and one that is mailed again for the same challenge', async () => {
    for (const again of [false, true]) {
      const email = `code-${again}@example.org`;
      const challenge = await signUp(atFirst(), { email, name: 'Ada', password: 'correct horse battery' });
      if (again) await resendCode(meanwhile(), { email, purpose: 'email_verification' });
      const code = /\b\d{6}\b/.exec((await mailsTo(meanwhile(), email)).at(-1)?.subject ?? '')?.[0] ?? '';
      await expect(verifyEmail(meanwhile(), VISITOR, { challenge, code: '000000' })).rejects.toThrow();
      expect(await verifyEmail(meanwhile(), VISITOR, { challenge, code })).toMatchObject({ person: { email } });
    }
  });

  it('can accept an invitation', async () => {
    const { caller } = await newOrganisation(atFirst());
    const { context } = await newMember(atFirst(), caller.organisationId, 'owner');
    await inviteMember(context, { email: 'guest@example.org', role: 'viewer' }, { mailed: true });
    const token = await tokenMailedTo(atFirst(), 'guest@example.org');
    expect(await findOpenInvitation(afterwards(), token)).toBeNull();
    const accepted = await acceptInvitation(
      meanwhile(),
      VISITOR,
      { token, name: 'Guest', password: 'correct horse battery' },
      async () => undefined,
    );
    expect(accepted.organisation.id).toBe(caller.organisationId);
  });
});

describe('signatures', () => {
  const LISTING = ROUTES.find(({ operationId }) => operationId === 'listCampaignMessages') as Route;
  const LISTED: RestCall = {
    ...{ params: {}, query: {}, body: { reference: 'a' }, idempotencyKey: undefined },
    ...{ placed: (place) => ({ ...place }), link: String },
  };
  const sealer = (...secretKeys: SecretKeys) => ({ secretKey: secretKeys[0], secretKeys, caller: null });
  const ID = '0199e7a0-0000-7000-8000-000000000001';
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const link = {
    id: ID,
    organisationId: ID,
    maker: { kind: 'key', id: ID },
    scopes: ['sms:read'],
    content: { what: 'messages' },
    format: 'csv',
    expiresAt,
  } as const;

  it.each<[string, (key: string) => string, (keys: SecretKeys, text: string) => unknown]>([
    [
      'an access token',
      (key) => signAccessToken(key, { organisationId: ID, keyId: ID, scopes: [], sessionIds: null, expiresAt }),
      readAccessToken,
    ],
    ['a download link', (key) => signExportLink(key, link), readExportLink],
    [
      'a cursor',
      (key) => new CursorCodec([key], ID, 'list').encode([7]),
      (keys, text) => {
        try {
          return new CursorCodec(keys, ID, 'list').decode(text, 'after');
        } catch {
          return null;
        }
      },
    ],
    [
      'a cursor that carries its call',
      (key) => continuedCall(sealer(key), LISTING, LISTED).placed({ cursor: 'a' }).cursor ?? '',
      (keys, cursor) => {
        const { body } = continuedCall(sealer(...keys), LISTING, { ...LISTED, query: { cursor } });
        return body === LISTED.body ? null : body;
      },
    ],
  ])('%s is read under both keys, and made with the new one', (_what, make, read) => {
    expect(read([NEW, OLD], make(OLD))).not.toBeNull();
    expect(read([NEW, OLD], make(NEW))).not.toBeNull();
    expect(read([NEW], make(OLD))).toBeNull();
    expect(read([NEW, OLD], make(THIRD))).toBeNull();
  });

  it('a cursor is made with the new key', () => {
    const made = new CursorCodec([NEW, OLD], ID, 'list').encode([7]);
    expect(new CursorCodec([NEW], ID, 'list').decode(made, 'after')).toEqual([7]);
  });

  it('the set-up link of either key is accepted, until there is an account', async () => {
    const input = { email: 'a@example.org', name: 'Ada', password: 'correct horse battery', organisationName: 'A' };
    const trying = (token: string) => setUp(meanwhile(), VISITOR, { ...input, token, name: '' });
    for (const key of [OLD, NEW]) await expect(trying(setUpToken(key))).rejects.toMatchObject({ code: 'invalid' });
    await expect(trying(setUpToken(THIRD))).rejects.toMatchObject({ code: 'set_up_over' });
  });

  it('a report of Kannel is believed if either key has signed its URL', async () => {
    const build = GATEWAY_KINDS.kannel?.parse({ url: 'http://127.0.0.1:9', username: 'u', password: 'p' });
    const kannel = (secretKey: string, previousSecretKey?: string) =>
      build?.('kannel', {
        publicUrl: 'https://sms.example.org',
        secretKey,
        previousSecretKey,
        sandboxDelayMs: 0,
        sandboxRetrySeconds: 0,
        leaseSeconds: 60,
      }).gateway;
    const reference = encodeReference({ organisationId: ID, messageId: ID, attempt: 1 });
    const url = new URL(dlrUrl('https://sms.example.org/c', deriveCallbackSecret(OLD, 'kannel'), reference));
    const query = { ...Object.fromEntries(url.searchParams), d: '1', a: '' };
    const request = { method: 'GET', path: '', headers: {}, query, rawBody: Buffer.alloc(0), address: ADDRESS };
    const read = (gateway: ReturnType<typeof kannel>) => gateway?.parseReport?.(request as never);
    expect(await read(kannel(NEW, OLD))).toMatchObject({ reports: [{ reference }] });
    expect(await read(kannel(NEW))).toBeNull();
  });
});

describe('rekey', () => {
  it('seals everything anew that the previous key has sealed, and leaves the rest alone', async () => {
    const context = withKeys(await newOrganisation(atFirst()), OLD);
    const { organisationId } = context.caller;
    const { id, secret } = await newEndpoint(context, 'https://example.org/hook');
    const current = await newEndpoint(withKeys(context, NEW), 'https://example.org/current');
    await process.sql('UPDATE webhook_endpoints SET previous_secret = secret WHERE id = $1', [id]);
    const foreign = await newEndpoint(withKeys(context, THIRD), 'https://example.org/foreign');
    await signUp(atFirst(), { email: 'mail@example.org', name: 'Ada', password: 'correct horse battery' });

    const secrets = async (endpointId: string) => {
      const rows = await process.sql('SELECT secret, previous_secret FROM webhook_endpoints WHERE id = $1', [
        endpointId,
      ]);
      return [rows[0].secret, rows[0].previous_secret] as [Buffer, Buffer];
    };
    const [untouched] = await secrets(current.id);
    expect((await countSealed(meanwhile())).webhookSecrets).toEqual({ current: 1, previous: 2, unreadable: 1 });
    const done = await rekey(meanwhile());
    expect(done.webhookSecrets).toEqual({ current: 1, previous: 2, unreadable: 1 });
    expect(done.mails.previous).toBeGreaterThan(0);
    for (const sealed of await secrets(id)) {
      expect(openSecret(afterwards(), organisationId, id, sealed)).toBe(secret);
    }
    expect((await secrets(current.id))[0]).toEqual(untouched);
    expect(openSecret(withKeys(process, THIRD), organisationId, foreign.id, (await secrets(foreign.id))[0])).toBe(
      foreign.secret,
    );
    expect((await mailsTo(afterwards(), 'mail@example.org')).length).toBe(1);

    const again = await rekey(meanwhile());
    expect([again.webhookSecrets.previous, again.mails.previous, again.retiredKeys.previous]).toEqual([0, 0, 0]);
    await process.sql('DELETE FROM webhook_endpoints WHERE id = $1', [foreign.id]);
  });

  it('keeps a key for opt-outs that was replaced, also when its successor is replaced', async () => {
    const gateway = createProgrammableGateway({ name: 'opted-out' });
    const at = (...keys: SecretKeys) => withKeys(withGateways(process, { gateways: [gateway] }), ...keys);
    await process.sql('DELETE FROM retired_keys');
    await receiveOptOuts(at(OLD), gateway.name, [{ mobile: mobile(1), senderId: 'SHOP' }]);
    const outcome = async (services: ReturnType<typeof at>, to = mobile(1)) => {
      const context = withKeys(await newOrganisation(services), ...services.secretKeys);
      const { result } = await sendSms(context, { message: 'Hello', to, senderId: 'SHOP' });
      await drain(context);
      return (await seeMessage(process, result)).status;
    };
    expect(await outcome(at(NEW))).not.toBe('blocked');
    expect(await outcome(at(NEW, OLD))).toBe('blocked');
    await rekey(at(NEW, OLD));
    expect(await outcome(at(NEW))).toBe('blocked');
    await rekey(at(THIRD, NEW));
    expect(await outcome(at(THIRD))).toBe('blocked');
    expect(await outcome(at(THIRD), mobile(2))).not.toBe('blocked');
    // Sends go on even if nobody has the key that would open it.
    expect(await outcome(at('a key that has sealed none of these, and is long'))).not.toBe('blocked');
  });

  it('keeps a key for suppressions of erased numbers as well', async () => {
    const gateway = createProgrammableGateway({ name: 'erased' });
    const services = withGateways(process, { gateways: [gateway] });
    await process.sql('DELETE FROM retired_keys');
    const context = await newOrganisation(services);
    const of = (keys: SecretKeys) => withKeys({ ...context, ...services }, ...keys);
    await addSuppressions(of([OLD]), { numbers: [{ mobile: mobile(1) }] });
    const byOperator = { ...of([OLD]), caller: { ...context.caller, actor: OPERATOR } };
    await eraseNumber(byOperator, { mobile: mobile(1) });
    const outcome = async (keys: SecretKeys, to = mobile(1)) => {
      const { result } = await sendSms(of(keys), { message: 'Hello', to });
      await drain(of(keys));
      return (await seeMessage(process, result)).status;
    };
    expect(await outcome([NEW])).not.toBe('blocked');
    expect(await outcome([NEW, OLD])).toBe('blocked');
    await rekey(of([NEW, OLD]));
    expect(await outcome([NEW])).toBe('blocked');
    expect(await outcome([NEW], mobile(2))).not.toBe('blocked');
    await liftSuppression(of([NEW]), { mobile: mobile(1) });
    expect(await outcome([NEW])).not.toBe('blocked');
  });

  it('is followed by a count of what still needs the previous key', async () => {
    const needs = async () => (await inspectSecretKeys(withKeys(process, NEW, OLD))).dependents;
    await process.sql('DELETE FROM api_keys');
    await process.sql('DELETE FROM person_sessions');
    await process.sql('DELETE FROM invitations');
    await process.sql('DELETE FROM one_time_codes');
    await process.sql('DELETE FROM retired_keys');
    await process.sql('DELETE FROM webhook_endpoints');
    expect(await needs()).toBeNull();

    const { caller } = await newOrganisation(atFirst());
    const { organisationId } = caller;
    const { context } = await newMember(atFirst(), organisationId, 'owner');
    await inviteMember(context, { email: 'later@example.org', role: 'viewer' }, { mailed: false });
    const wanted = { organisationId, name: 'Shop', mode: 'live', scopes: ['sms:send'] } as const;
    const { key } = await createApiKey(atFirst(), wanted);
    await rekey(meanwhile());
    await createApiKey(meanwhile(), wanted);
    await newPerson(meanwhile());
    expect(await needs()).toMatchObject({ apiKeys: 1, sessions: 1, invitations: 1, codes: 0 });
    await findApiKey(meanwhile(), key);
    expect(await needs()).toMatchObject({ apiKeys: 0, sessions: 1 });
    expect((await inspectSecretKeys(withKeys(process, THIRD))).apiKeys).toEqual({ ours: 0, foreign: 2, unknown: 0 });
  });
});

describe('a database', () => {
  it('is of other keys if these have made nothing in it', async () => {
    const isForeignTo = async (...keys: SecretKeys) =>
      judgeByRows(await inspectSecretKeys(withKeys(process, ...keys))) === 'foreign';
    await process.sql('DELETE FROM api_keys');
    await process.sql('DELETE FROM webhook_endpoints');
    await process.sql('DELETE FROM retired_keys');
    await process.sql('DELETE FROM mails');
    expect(await isForeignTo(THIRD)).toBe(false);

    const { caller } = await newOrganisation(atFirst());
    const wanted = { organisationId: caller.organisationId, name: 'Shop', mode: 'live', scopes: ['sms:send'] } as const;
    await createApiKey(atFirst(), wanted);
    expect(await isForeignTo(OLD)).toBe(false);
    expect(await isForeignTo(NEW, OLD)).toBe(false);
    expect(await isForeignTo(NEW)).toBe(true);

    await newEndpoint({ ...afterwards(), caller }, 'https://shop.example.org');
    expect(await isForeignTo(NEW)).toBe(false);
    expect(await isForeignTo(THIRD)).toBe(true);
    await process.sql('DELETE FROM api_keys');
    expect(await isForeignTo(THIRD)).toBe(true);
  });

  it('accepts the key of one of two servers that start on it for the first time at once', async () => {
    for (const table of ['accepted_secret_keys', 'api_keys', 'webhook_endpoints', 'retired_keys', 'mails'])
      await process.sql(`DELETE FROM ${table}`);
    const starts = await Promise.allSettled([OLD, THIRD].map((key) => acceptSecretKeys(withKeys(process, key))));
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
    expect(refused).toEqual([expect.objectContaining({ name: 'ForeignKeysError' })]);
    expect(await process.sql('SELECT FROM accepted_secret_keys')).toHaveLength(1);
  });
});

describe('a participant of a group', () => {
  it('counts once, although the receipts came under different keys', async () => {
    const stage = await setTheChatStage(process);
    const { id } = (await stage.sendToGroup()).result;
    const engine = [...stage.services.engines.keys()][0] ?? '';
    const told = async (services: typeof process, ack: 'delivered' | 'read', participant: string) => {
      const rows = await process.sql(
        'SELECT session_id AS "sessionId", message_id AS "messageId", recipient AS "to" FROM chat_messages WHERE id = $1',
        [id],
      );
      await receiveEngineReports(services, engine, [{ kind: 'ack', ...rows[0], ack, participant }]);
      await drain(services);
    };
    await told(withKeys(stage.services, OLD), 'delivered', '254711000001@lid');
    await told(withKeys(stage.services, NEW, OLD), 'read', '254711000001@lid');
    await told(withKeys(stage.services, NEW, OLD), 'delivered', '254711000002@lid');
    const rows = await process.sql('SELECT delivered_count, read_count FROM chat_messages WHERE id = $1', [id]);
    expect(rows).toEqual([{ delivered_count: 2, read_count: 1 }]);
  });
});
