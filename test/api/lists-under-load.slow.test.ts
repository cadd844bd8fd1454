import { expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { useApi } from '../http/start-api.js';
import { POLICY } from '../support/policy.js';

const api = useApi();
const CONNECTIONS = 200;

it('answers as many short lists as the limit allows, over however many connections they come', async () => {
  const customer = await api.customer();
  const query = '{ campaigns(first: 10) { totalCount nodes { id name status } } }';
  const body = JSON.stringify({ query });
  const headers = { ...customer.headers, 'content-type': 'application/json' };
  const dispatcher = new Agent({ connections: CONNECTIONS });
  const calls = Array.from({ length: POLICY.callsPerMinute.general }, async () => {
    const response = await request(`${api.url}/graphql`, { method: 'POST', headers, body, dispatcher });
    await response.body.dump();
    return response.statusCode;
  });
  expect(Object.groupBy(await Promise.all(calls), String)).toEqual({ 200: calls.map(() => 200) });
  await dispatcher.close();
});
