import type { Customer, TestApi } from '../http/start-api.js';
import { type GoldenCase, type GoldenRequest, goldenCase } from './rest-recorder.js';

/** Calls that have to do with no route, or with the way to any of them. */
export async function recordDoors(api: TestApi): Promise<GoldenCase[]> {
  const [customer, stranger, expired] = [await api.customer(), await api.customer(), await api.customer()];
  await api.sql('UPDATE api_keys SET expires_at = now() WHERE organisation_id = $1', [expired.organisationId]);
  const cases: GoldenCase[] = [];
  const record = async (title: string, request: GoldenRequest, by: Customer = customer) => {
    const { method, path, body, headers } = request;
    cases.push(goldenCase(title, request, await by.call(method, path, body, headers)));
  };
  const get = (path: string, headers = {}): GoldenRequest => ({ method: 'GET', path, headers });
  const list = '/v1/sms/campaigns/';

  await record('an address of nothing', get('/v1/nothing/'));
  await record('an address that cannot be decoded', get(`${list}%E0%A4%A/`));
  await record('an id that is too long', get(`${list}${'x'.repeat(300)}/`));
  await record('no slash at the end', get(list.slice(0, -1)));
  await record('OPTIONS', { method: 'OPTIONS', path: list });
  await record('HEAD', { method: 'HEAD', path: list });
  await record('an own request id', get(list, { 'x-request-id': 'of-my-own.1' }));
  await record('a request id that is none', get(list, { 'x-request-id': 'of my own' }));
  await record('an organisation that is none', get(list, { 'x-organisation-id': 'none' }));
  await record('a key that is none', get(list, { authorization: 'Bearer none' }));
  await record('another way to show a key', get(list, { authorization: 'Basic none' }));
  await record('a key of another organisation', get(list, { authorization: `Bearer ${stranger.key}` }));
  await record('a key that has expired', get(list), expired);
  await customer.call('POST', '/v1/suppressions/', { numbers: [{ mobile: '12025550100', reason: '=1' }] });
  for (const format of ['csv', 'jsonl']) {
    const { body } = await customer.call('POST', '/v1/exports/', { what: 'suppressions', format });
    const { pathname, search } = new URL(body.url);
    const download = get(pathname + search, { 'accept-encoding': 'identity' });
    await record(`a download as ${format}`, download);
    await record(`a download as ${format}: HEAD`, { ...download, method: 'HEAD' });
    await record(`a download as ${format} that cannot go on there`, get(`${pathname + search}&after=x`));
  }
  await record('a download by a link that is none', get('/v1/exports/download/?token=none'));
  await record('a compressed body', {
    method: 'POST',
    path: '/v1/sms/send/',
    body: {},
    headers: { 'content-encoding': 'gzip' },
  });
  return cases;
}
