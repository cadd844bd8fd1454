import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'graphql';
import type { TypedDocumentNode } from 'urql';
import { createApiClient } from '../../web/console/api/client.js';
import { until } from '../support/until.js';

const QUERY: TypedDocumentNode<{ campaign: { scheduledAt: string } }, object> = parse('query Find { campaign }');
const CHANGE: TypedDocumentNode<object, object> = parse('mutation Change { campaign }');

const campaign = (scheduledAt: string) => ({ campaign: { __typename: 'Campaign', scheduledAt } });

/** A server whose answers come when the test lets them come. Their content is that of the moment when it was asked. */
function holdAnswers() {
  const asked: { readonly name: string; answer(data: object): void }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((resolve) => {
        const { operationName: name } = JSON.parse(String(init?.body)) as { operationName: string };
        asked.push({ name, answer: (data) => resolve(Response.json({ data })) });
      }),
  );
  return asked;
}

describe('a query that is under way when a mutation is answered', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('is asked again, and what it said before is not shown', async () => {
    const asked = holdAnswers();
    const client = createApiClient(null);
    const shown: (string | undefined)[] = [];
    const { unsubscribe } = client.query(QUERY, {}).subscribe(({ data }) => shown.push(data?.campaign.scheduledAt));
    await until(() => asked.length === 1);
    const changed = client.mutation(CHANGE, {}).toPromise();
    await until(() => asked.length === 2);
    asked[1]?.answer(campaign('later'));
    await changed;
    // Computed before the mutation.
    asked[0]?.answer(campaign('at first'));
    await until(() => asked.length === 3);
    asked[2]?.answer(campaign('later'));
    await until(() => shown.length > 0);
    unsubscribe();
    expect(asked.map(({ name }) => name)).toEqual(['Find', 'Change', 'Find']);
    expect(shown).toEqual(['later']);
  });

  it('is asked once if the mutation was answered before it', async () => {
    const asked = holdAnswers();
    const client = createApiClient(null);
    const changed = client.mutation(CHANGE, {}).toPromise();
    await until(() => asked.length === 1);
    asked[0]?.answer(campaign('later'));
    await changed;
    const found = client.query(QUERY, {}).toPromise();
    await until(() => asked.length === 2);
    asked[1]?.answer(campaign('later'));
    expect((await found).data?.campaign.scheduledAt).toBe('later');
    expect(asked).toHaveLength(2);
  });
});
