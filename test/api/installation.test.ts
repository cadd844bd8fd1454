import { expect, it } from '@jest/globals';
import { VERSION } from '../../src/lib/version.js';
import { useApi } from '../http/start-api.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';

const QUERY = { query: '{ installation { version eventRetentionDays sandboxOnly } engines }' };

const sandbox = useApi({ EVENT_RETENTION_DAYS: '12' });
const real = useApi({}, [createProgrammableEngine({ name: 'north' })]);

it('tells every key and everybody who has signed in what the server is', async () => {
  const installation = { version: VERSION, eventRetentionDays: 12, sandboxOnly: true };
  const expected = { data: { installation, engines: ['sandbox'] } };
  for (const caller of [await sandbox.customer(), await sandbox.member('owner')]) {
    expect((await caller.call('POST', '/graphql', QUERY)).body).toMatchObject(expected);
  }
  const { body } = await (await sandbox.customer({ scopes: ['sms:send'] })).call('POST', '/graphql', {
    query: '{ installation { sandboxOnly } }',
  });
  expect(body.data).toEqual({ installation: { sandboxOnly: true } });
  const stranger = await sandbox.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ installation { version } }' }),
  });
  expect(stranger).toMatchObject({ status: 401, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
});

it('tells that messages may leave where an engine is configured, and lists engines with the default one first', async () => {
  const { body } = await (await real.customer()).call('POST', '/graphql', QUERY);
  expect(body.data).toMatchObject({ installation: { sandboxOnly: false }, engines: ['north', 'sandbox'] });
  const test = await real.customer({ mode: 'test' });
  expect((await test.call('POST', '/graphql', QUERY)).body.data.engines).toEqual(['sandbox']);
});
