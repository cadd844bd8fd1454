import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createAuthenticator } from '../../../src/api/guard/authenticate.js';
import { FAILED_LOOK_UPS } from '../../../src/domain/limits.js';
import { signAccessToken } from '../../../src/domain/people/access-token.js';
import { makeApiKey } from '../../../src/domain/people/api-key.js';
import {
  type CreatedApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { onBehalfOf } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices();
let organisationId: string;
let mine: CreatedApiKey;

beforeAll(async () => {
  organisationId = (await createOrganisation(services, { name: 'Mine' })).id;
  mine = await newKey();
});
function newKey(expiresAt: Date | null = null): Promise<CreatedApiKey> {
  return createApiKey(services, { organisationId, name: 'k', mode: 'live', scopes: ['sms:send'], expiresAt });
}

const bearer = (key: string, organisation: string = organisationId) => ({
  authorization: `Bearer ${key}`,
  'x-organisation-id': organisation,
  address: '192.0.2.7',
});

/** Another process: it has seen no key yet. */
function authenticate(headers: Record<string, string | undefined>) {
  return createAuthenticator(services).authenticate({ address: '192.0.2.7', ...headers });
}

describe('a call with a key', () => {
  it('is made by that key for its organisation', async () => {
    expect(await authenticate(bearer(mine.key, organisationId.toUpperCase()))).toEqual({
      organisationId,
      actor: { kind: 'key', id: mine.apiKey.id, name: 'k' },
      address: '192.0.2.7',
      mode: 'live',
      scopes: ['sms:send'],
      role: null,
      sessionIds: null,
      senderIds: null,
      enforcesSenderIds: false,
      callsPerMinute: {},
      smartEncoding: false,
      tokenExpiresAt: null,
    });
  });

  it('asks the database once for calls in a row', async () => {
    const authenticator = createAuthenticator(services);
    const calls = Array.from({ length: 20 }, () => authenticator.authenticate(bearer(mine.key)));
    await Promise.all(calls);
    // The row is gone, and the key is still remembered.
    const fresh = await newKey();
    await authenticator.authenticate(bearer(fresh.key));
    await services.superuser.query('DELETE FROM api_keys WHERE id = $1', [fresh.apiKey.id]);
    await expect(authenticator.authenticate(bearer(fresh.key))).resolves.toMatchObject({
      actor: { id: fresh.apiKey.id },
    });
  });

  it('stops working within five seconds of the revocation on a process that knows the key', async () => {
    const key = await newKey();
    const authenticator = createAuthenticator(services);
    await authenticator.authenticate(bearer(key.key));
    await revokeApiKey(services, { organisationId, id: key.apiKey.id });
    const now = performance.now.bind(performance);
    performance.now = () => now() + 5_000;
    try {
      await expect(authenticator.authenticate(bearer(key.key))).rejects.toMatchObject({ kind: 'unauthenticated' });
    } finally {
      performance.now = now;
    }
  });

  it('is noted on the key, beside the call', async () => {
    const key = await newKey();
    await authenticate(bearer(key.key));
    const lastUse = async () =>
      (await listApiKeys(onBehalfOf(services, organisationId), { first: 1 })).nodes[0]?.lastUsedAt;
    let noted = await lastUse();
    for (let tries = 0; !noted && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      noted = await lastUse();
    }
    expect(noted).toEqual(expect.any(String));
    await authenticate(bearer(key.key));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await lastUse()).toEqual(noted);
  });

  it('is noted with the address of the key, and of nobody who calls with its tokens', async () => {
    const { key, apiKey } = await newKey();
    const seen = async () => {
      const { nodes } = await listApiKeys(onBehalfOf(services, organisationId), { first: 1 });
      return [nodes[0]?.lastUsedAt !== null, nodes[0]?.lastUsedFrom];
    };
    const becomes = async (wanted: unknown) => {
      for (let tries = 0; JSON.stringify(await seen()) !== JSON.stringify(wanted) && tries < 100; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      expect(await seen()).toEqual(wanted);
    };
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const fields = { organisationId, keyId: apiKey.id, scopes: ['sms:read'], sessionIds: null, expiresAt } as const;
    const token = signAccessToken(services.secretKey, fields);
    await authenticate({ ...bearer(token), address: '203.0.113.9' });
    await becomes([true, null]);
    // Within the minute, on processes of which each has noted nothing yet.
    for (const address of ['192.0.2.7', '192.0.2.8']) {
      await createAuthenticator(services).authenticate({ ...bearer(key), address });
      await becomes([true, address]);
    }
    await createAuthenticator(services).authenticate({ ...bearer(token), address: '203.0.113.9' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await seen()).toEqual([true, '192.0.2.8']);
  });
});

describe('a network from which many keys or cookies come that are none', () => {
  const { points } = FAILED_LOOK_UPS;

  it('has no unknown ones looked for: known ones, and other networks, go on', async () => {
    const authenticator = createAuthenticator(services);
    const call = (key: string, address: string) => authenticator.authenticate({ ...bearer(key), address });
    await call(mine.key, '2001:db8::1');
    for (let count = 0; count < points; count += 1) {
      await expect(call(makeApiKey('live'), `2001:db8::${count}`)).rejects.toMatchObject({ kind: 'unauthenticated' });
    }
    const queries = jest.spyOn(services.db.pool, 'connect');
    for (const wrong of [
      { ...bearer(makeApiKey('live')), address: '2001:db8::2' },
      { sessionToken: 'x'.repeat(43), address: '2001:db8::2' },
    ]) {
      await expect(authenticator.identify(wrong)).rejects.toMatchObject({
        kind: 'throttled',
        retryAfterSeconds: expect.any(Number),
      });
    }
    expect(queries).not.toHaveBeenCalled();
    queries.mockRestore();
    const now = performance.now.bind(performance);
    // When the key has to be looked for again.
    performance.now = () => now() + 5_000;
    try {
      await expect(call(mine.key, '2001:db8::2')).resolves.toMatchObject({ organisationId });
    } finally {
      performance.now = now;
    }
    const another = await newKey();
    await expect(call(another.key, '2001:db8:0:1::1')).resolves.toMatchObject({ organisationId });
  });
});

describe('a key', () => {
  it('is stored as a hash and a hint only', async () => {
    const { rows } = await services.superuser.query('SELECT * FROM api_keys WHERE id = $1', [mine.apiKey.id]);
    expect(JSON.stringify(rows)).not.toContain(mine.key.slice(10, 30));
    expect(rows[0].hint).toBe(`pr_live_…${mine.key.slice(-4)}`);
  });
});
