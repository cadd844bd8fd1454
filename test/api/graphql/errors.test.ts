import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Caller } from '../../../src/domain/context.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;

beforeAll(async () => {
  api = await startGraphqlApi();
  caller = await api.newCaller();
});
afterAll(() => api.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const SEND = 'mutation ($input: SendSmsInput!) { sendSms(input: $input) { message { id } } }';
const NUMBER = '254711000123';
const TEXT = 'a "secret"; at "$x"; text';

describe('variables that do not fit', () => {
  it.each([
    [
      'a missing field',
      { to: NUMBER },
      'Variable "$input" is not valid; Field "message" of required type "String!" was not provided.',
    ],
    [
      'a number where text belongs',
      { to: 254711000123, message: TEXT },
      'Variable "$input" is not valid at "input.to"; Expected a phone number as a string.',
    ],
    [
      'an unknown field',
      { to: NUMBER, message: TEXT, nonsense: 1 },
      'Variable "$input" is not valid; Field "nonsense" is not defined by type "SendSmsInput".',
    ],
    [
      'text of the wrong type',
      { to: NUMBER, message: [254711000123] },
      'Variable "$input" is not valid at "input.message"; String cannot represent a non string value.',
    ],
    [
      'a time that does not exist',
      { to: NUMBER, message: TEXT, scheduledAt: '2026-02-30T00:00:00Z' },
      'Variable "$input" is not valid at "input.scheduledAt"; Expected an ISO 8601 time with its offset, such as 2026-11-20T18:07:23Z.',
    ],
    ['null for all', null, 'Variable "$input" of non-null type "SendSmsInput!" must not be null.'],
  ])('are refused without repeating them: %s', async (_, input, message) => {
    const { status, errors, data } = await api.ask(caller, SEND, { input });
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors.map((error) => [error.extensions.code, error.message])).toEqual([['BAD_USER_INPUT', message]]);
  });

  it('name the recipient that is wrong', async () => {
    const query = 'mutation ($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { replayed } }';
    const recipients = [{ to: NUMBER }, { to: NUMBER, variables: { name: null } }];
    const { errors } = await api.ask(caller, query, { input: { message: TEXT, recipients } });
    expect(errors[0]?.message).toBe(
      'Variable "$input" is not valid at "input.recipients[1].variables"; Expected an object of strings.',
    );
  });

  it('are refused within the document as well', async () => {
    const { status, errors } = await api.ask(
      caller,
      `mutation { sendSms(input: { to: 254711000123, message: 254711000124 }) { replayed } }`,
    );
    expect(status).toBe(400);
    expect(JSON.stringify(errors)).not.toMatch(/254711000/);
  });

  it('are refused when an id is no UUID', async () => {
    const { status, errors } = await api.ask(caller, 'query ($id: UUID!) { message(id: $id) { id } }', { id: 'x' });
    expect([status, errors[0]?.message]).toEqual([400, 'Variable "$id" is not valid; Expected a UUID.']);
  });
});

describe('documents that do not fit', () => {
  it('are told what is wrong', async () => {
    const unknown = await api.ask(caller, '{ nonsense }');
    expect([unknown.status, unknown.errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
    const broken = await api.ask(caller, '{ viewer ');
    expect([broken.status, broken.errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
  });

  it.each([
    ['20000000', '20,000,005'],
    ['4000', '4,005'],
    ['1234567890', '1,234,567,895'],
  ])('are told what they cost, in figures that nothing takes for a phone number: first: %s', async (first, cost) => {
    const { status, errors } = await api.ask(caller, `{ campaigns(first: ${first}) { nodes { id } } }`);
    expect([status, errors.map(({ message }) => message)]).toEqual([
      400,
      [`The document costs ${cost}, more than 3,000: ask for smaller pages.`],
    ]);
  });
});

describe('faults of ours', () => {
  const inside = (error: Error) =>
    jest.spyOn(api.services.db.pool, 'connect').mockImplementation(() => {
      throw error;
    });

  it('are logged and shown as nothing', async () => {
    const log = jest.spyOn(api.services.logger, 'error');
    inside(new Error('relation "secrets" does not exist'));
    const { status, errors } = await api.ask(caller, '{ messages(first: 1) { nodes { id } } }');
    expect(status).toBe(500);
    expect(errors).toEqual([
      {
        message: 'Something went wrong on our side.',
        locations: [{ line: 1, column: 3 }],
        path: ['messages'],
        extensions: { code: 'INTERNAL_SERVER_ERROR' },
      },
    ]);
    expect(log).toHaveBeenCalledTimes(1);
  });

  it('are called an outage when the database is away', async () => {
    inside(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const { status, errors, headers } = await api.ask(caller, '{ messages(first: 1) { nodes { id } } }');
    expect(status).toBe(503);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 5 } }]);
    expect(headers.get('retry-after')).toBe('5');
  });
});
