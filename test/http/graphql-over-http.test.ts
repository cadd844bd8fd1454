import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Customer, useApi } from './start-api.js';

const api = useApi();

const VIEWER = '{ viewer { organisation { id } } }';
const SEND = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

type Headers = Readonly<Record<string, string>>;

let customer: Customer;
let member: Customer;
beforeAll(async () => {
  customer = await api.customer();
  member = await api.member();
});

const byGet = (query: string, headers: Headers): Promise<Answer> =>
  api.fetch(`/graphql?query=${encodeURIComponent(query)}`, { headers });

const codeOf = ({ body }: Answer) => body.errors?.[0].extensions.code;

describe('a query by GET', () => {
  it('is answered when it shows a key, without a header made for Apollo', async () => {
    const answer = await byGet(VIEWER, customer.headers);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { viewer: { organisation: { id: expect.any(String) } } } },
    });
  });

  it('is answered with a cookie when it names an organisation, which no page elsewhere can make it do', async () => {
    expect(await byGet(VIEWER, member.headers)).toMatchObject({ status: 200 });
  });

  it('is refused with a cookie alone: any page can make a browser send it', async () => {
    const answer = await byGet(VIEWER, { cookie: member.headers.cookie as string });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Cross-Site Request Forgery');
  });

  it('is not made by the cookie when browsers add credentials of their own, as from an address with a password', async () => {
    const basic = { cookie: member.headers.cookie as string, authorization: 'Basic YTpi' };
    expect(await byGet(VIEWER, basic)).toMatchObject({ status: 401 });
  });

  it.each([undefined, GRAPHQL_TYPE])('is refused with 405 when it is a mutation (accepting %s)', async (accept) => {
    for (const { headers } of [customer, member]) {
      const answer = await byGet(SEND, { ...headers, ...(accept && { accept }) });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(await api.sql('SELECT 1 FROM sms_messages')).toEqual([]);
  });
});
