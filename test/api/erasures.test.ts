import { expect, it } from '@jest/globals';
import { useApi } from '../http/start-api.js';

const PERSON = '254711987654';

const api = useApi();

it('an erasure over REST and GraphQL says what names the number still, and takes no place of another search', async () => {
  const customer = await api.customer();
  const to = '12025550100';
  await customer.call('POST', '/v1/sms/send/', { to, message: `Call ${PERSON}.`, reference: PERSON });
  const { status, body } = await customer.call('POST', '/v1/erasures/', { mobile: PERSON });
  expect(status).toBe(200);
  expect(body).toMatchObject({ messages: 0, masked: 1, mentions: 1, not_searched: null, complete: false });

  const query = `mutation ($input: EraseNumberInput!) {
    eraseNumber(input: $input) { masked mentions notSearched complete userErrors { code path } } }`;
  const again = await customer.call('POST', '/graphql', { query, variables: { input: { mobile: PERSON } } });
  const left = { masked: 0, mentions: 1, notSearched: null, complete: false, userErrors: [] };
  expect(again.body).toMatchObject({ data: { eraseNumber: left } });
  expect(await customer.call('POST', '/v1/erasures/', { mobile: PERSON, not_searched: 'anything' })).toMatchObject({
    status: 400,
    body: { code: 'bad_cursor', errors: { not_searched: ['This is not a cursor of this list.'] } },
  });
});
