import { beforeAll, describe, expect, it } from '@jest/globals';
import { V1_SEGMENTS } from '../../src/config/settings.js';
import { type Customer, useApi } from '../http/start-api.js';
import { withClosedObjects } from '../support/calls/openapi-document.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { createProgrammableEngine } from '../support/gateways/programmable-engine.js';
import { addPhone } from '../support/phones.js';

const engine = createProgrammableEngine({
  name: 'north',
  react: ({ proposedId }) => ({ kind: 'accepted', messageId: proposedId }),
});
const api = useApi({ CHAT_PATH_SEGMENT: 'my-chat' }, [engine]);
const CHAT_ROUTES = ROUTES.filter(({ path }) => path.startsWith('/v1/chatapp/'));
const BODY = { to: '12025550100', type: 'text', message: 'Hello' };

let customer: Customer;
let phone: string;
beforeAll(async () => {
  customer = await api.customer();
  phone = await addPhone(api.services, customer.organisationId, { engine: 'north' });
});

it('the setting knows every segment of the routes', () => {
  const taken = new Set(ROUTES.map(({ path }) => path.split('/')[2]));
  expect([...taken].sort()).toEqual(V1_SEGMENTS);
});

describe('a second name of the chat path', () => {
  it('leads to every chat route, with and without the slash', async () => {
    expect(CHAT_ROUTES).toHaveLength(5);
    for (const { method, path } of CHAT_ROUTES) {
      const alias = path.replace('/chatapp/', '/my-chat/').replace(/\{\w+\}/, phone);
      for (const address of [alias, alias.slice(0, -1)]) {
        expect({ address, status: (await api.fetch(address, { method })).status }).toEqual({ address, status: 401 });
      }
    }
    const sent = await customer.call('POST', `/v1/my-chat/${phone}/send/`, BODY);
    expect(sent).toMatchObject({ status: 201, body: { success: true, status: 'sent', to: BODY.to, type: 'text' } });
    const { message_id: id } = sent.body;
    const [read, readByUsual] = await Promise.all(
      ['my-chat', 'chatapp'].map((segment) => customer.call('GET', `/v1/${segment}/messages/${id}/`)),
    );
    expect(read).toMatchObject({ status: 200, body: { message_id: id } });
    expect(readByUsual?.body).toEqual(read?.body);
  });

  it('is the same call: one limit, one key', async () => {
    const other = await api.customer();
    const remaining: (string | null)[] = [];
    for (const segment of ['chatapp', 'my-chat']) {
      const { headers } = await other.call('GET', `/v1/${segment}/phones/`);
      remaining.push(headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(['299', '298']);

    const key = { 'idempotency-key': 'one-message' };
    const first = await customer.call('POST', `/v1/chatapp/${phone}/send/`, BODY, key);
    const again = await customer.call('POST', `/v1/my-chat/${phone}/send/`, BODY, key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('has errors like those of the first name', async () => {
    const refused = await customer.call('POST', `/v1/my-chat/${phone}/send/`, { ...BODY, type: 'fax' });
    expect(refused).toMatchObject({ status: 400, body: { success: false, code: 'invalid' } });
    const method = await customer.call('GET', `/v1/my-chat/${phone}/send/`);
    expect(method).toMatchObject({ status: 405, body: { success: false } });
    expect(method.headers.get('allow')).toBe('OPTIONS, POST');
    expect(await customer.call('GET', '/v1/my-chat/nothing/')).toMatchObject({ status: 404 });
  });

  it('stays in the links of its lists', async () => {
    const other = await api.customer();
    for (const _ of [1, 2, 3]) await addPhone(api.services, other.organisationId, { engine: 'north' });
    for (const segment of ['my-chat', 'chatapp']) {
      const first = await other.call('GET', `/v1/${segment}/phones/?page_size=2`);
      const own = `https://sms.example.org/v1/${segment}/phones/?`;
      expect(first.body.next).toMatch(own);
      const second = await other.call('GET', first.body.next.replace('https://sms.example.org', ''));
      expect(second.body).toMatchObject({ results: [expect.anything()], next: null });
      expect(second.body.previous).toMatch(own);
    }
  });

  it('is in OpenAPI beside the first, with the same shapes and names of its own', async () => {
    const { paths } = withClosedObjects((await api.fetch('/openapi.json')).body);
    for (const { path, method, operationId } of CHAT_ROUTES) {
      const usual = paths[path]?.[method.toLowerCase()];
      const alias = paths[path.replace('/chatapp/', '/my-chat/')]?.[method.toLowerCase()];
      expect(alias).toMatchObject({ operationId: `${operationId}AtMyChat`, responses: usual?.responses });
      expect(alias?.requestBody).toEqual(usual?.requestBody);
      expect(alias?.parameters).toEqual(usual?.parameters);
    }
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map((one) => (one as unknown as { operationId: string }).operationId),
    );
    // The downloads of an export and of a received file are no routes of this kind.
    expect(new Set(ids).size).toBe(ROUTES.length + CHAT_ROUTES.length + 2);
  });
});
