import { randomUUID } from 'node:crypto';
import { POLICIES } from '../../src/api/guard/policies.js';
import { jsonSchema } from '../../src/api/rest/checks.js';
import { claimKeys } from '../../src/db/sql/kernel/idempotency-keys.js';
import { BULK_BODY_LIMIT_BYTES } from '../../src/http/api.js';
import type { RestStage } from './rest-stage.js';

/** What every route can be asked, by its line in the table. */
export async function recordCommonCases(stage: RestStage): Promise<void> {
  if (POLICIES[stage.route.operation]?.for !== 'anybody') await recordStrangers(stage);
  await recordSuccess(stage);
  await recordWrongPaths(stage);
  if (stage.route.query) await recordWrongQueries(stage);
  if (stage.route.method !== 'GET') await recordWrongTypes(stage);
  if (stage.route.body) await recordWrongBodies(stage);
}

const JSON_TYPE = { 'content-type': 'application/json' };

async function recordSuccess(stage: RestStage): Promise<void> {
  const { route, example } = stage;
  if (route.query) {
    await stage.record('a short page', { path: `${example.path}?page_size=1` });
    const query = new URLSearchParams(example.query);
    if (query.size > 0) await stage.record('as in the example', { path: `${example.path}?${query}` });
  }
  if (route.creates) await recordRepeated(stage);
  else await stage.record('as in the example, with an unknown name', { path: `${example.path}?colour=red` });
}

/** With a key: once, again, with another body, and while the first is under way. */
async function recordRepeated(stage: RestStage): Promise<void> {
  const { api, route, customer, example } = stage;
  const headers = { 'idempotency-key': 'golden' };
  await stage.record('with a key', { headers });
  await stage.record('with a key, again', { headers });
  if (route.body) {
    const other = { ...example.body, ...(route.path.startsWith('/v1/webhooks/') ? { description: 'B' } : {}) };
    if ('to' in other) other.to = String(other.to).replace('1202555', '1202556');
    if ('message' in other) other.message = 'Another text';
    if ('numbers' in other) other.numbers = ['12025550103'];
    await stage.record('the key of another call', { headers, body: other });
  }
  await api.services.db.inOrganisation(customer.organisationId, async (tx) => {
    await claimKeys(tx, [{ operation: route.operation, key: 'under way' }]);
    await stage.record('the key of a call under way', { headers: { 'idempotency-key': 'under way' } });
  });
  await stage.record('an empty key', { headers: { 'idempotency-key': '' } });
}

async function recordStrangers(stage: RestStage): Promise<void> {
  const { api, route, customer } = stage;
  const { 'x-organisation-id': organisation = '', ...key } = customer.headers;
  const by = (headers: Readonly<Record<string, string>>) => ({
    ...customer,
    call: async (method: string, path: string) => api.fetch(path, { method, headers }),
  });
  const bare = { body: undefined };
  await stage.record('without a key', bare, by({ 'x-organisation-id': organisation }));
  await stage.record('without an organisation', bare, by(key));
  if (POLICIES[route.operation]?.scope) {
    await stage.record('without the scope', bare, await api.customer({ scopes: ['keys:manage'] }));
  }
}

/** What stands in a path and is no id. */
const UNUSED: Readonly<Record<string, string>> = { sequence: '999', mobile: '12025550188' };

async function recordWrongPaths(stage: RestStage): Promise<void> {
  const { route, example } = stage;
  await stage.record('a wrong method', { method: 'PUT', body: undefined });
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  for (const name of parameters) {
    const filled = (value: string) => {
      const at = route.path.split('/').indexOf(`{${name}}`);
      return example.path.split('/').with(at, value).join('/');
    };
    await stage.record(`no such ${name}`, { path: filled(UNUSED[name] ?? randomUUID()) });
    await stage.record(`a ${name} that is none`, { path: filled('none') });
  }
}

async function recordWrongQueries(stage: RestStage): Promise<void> {
  const { route, example } = stage;
  const names = Object.keys(propertiesOf(route.query));
  const all = new URLSearchParams(names.map((name): [string, string] => [name, '!']));
  await stage.record('every parameter wrong', { path: `${example.path}?${all}` });
  await stage.record('a misspelt parameter', { path: `${example.path}?PageSize=1` });
  if (names.includes('cursor')) await stage.record('a wrong cursor', { path: `${example.path}?cursor=none` });
}

async function recordWrongTypes(stage: RestStage): Promise<void> {
  const { route, api } = stage;
  const limit = route.bulk ? BULK_BODY_LIMIT_BYTES : api.faces.bodyLimitBytes;
  await stage.record('no JSON', { body: '{"to": ', headers: JSON_TYPE });
  await stage.record('another type of body', { body: 'to=1', headers: { 'content-type': 'text/plain' } });
  await stage.record('too long a body', { body: JSON.stringify('x'.repeat(limit)) });
}

async function recordWrongBodies(stage: RestStage): Promise<void> {
  const { route, example } = stage;
  const wrong = Object.entries(propertiesOf(route.body)).map(([name, { type }]) => [
    name,
    type === 'array' ? 'x' : [7],
  ]);
  await stage.record('a list for a body', { body: [] });
  await stage.record('an empty body', { body: {} });
  await stage.record('every field wrong', { body: Object.fromEntries(wrong) });
  const [name = ''] = Object.keys(propertiesOf(route.body));
  await stage.record('a misspelt and an unknown name', {
    body: { ...example.body, [name.toUpperCase()]: 1, colour: 1 },
  });
}

function propertiesOf(schema: RestStage['route']['body']): Record<string, { readonly type?: string }> {
  return schema ? ((jsonSchema(schema).properties ?? {}) as Record<string, { readonly type?: string }>) : {};
}
