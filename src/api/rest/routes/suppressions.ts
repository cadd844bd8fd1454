import { z } from 'zod';
import { LIMITS } from '../../../domain/limits.js';
import { SUPPRESSION_SOURCES } from '../../../domain/vocabulary.js';
import {
  byHand,
  type Complain,
  oneOf,
  optionalText,
  optionalWord,
  REQUIRED,
  text,
  withoutEmptyFields,
} from '../checks.js';
import { connectionArguments, listQuery, PAGE_INFO, pageOf, pageReply } from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { lower, upper } from '../words.js';

const TAG = 'Suppressions';

interface Suppression {
  readonly id: string;
  readonly mobile: string;
  readonly senderId: string | null;
  readonly deliveryCode: number;
  readonly source: string;
  readonly reason: string | null;
  readonly test: boolean;
  readonly createdAt: string;
}

const SUPPRESSION = 'id mobile senderId deliveryCode source reason test createdAt';

function suppressionItem(suppression: Suppression) {
  return {
    id: suppression.id,
    mobile: suppression.mobile,
    sender_id: suppression.senderId,
    delivery_code: suppression.deliveryCode,
    source: lower(suppression.source),
    reason: suppression.reason,
    test: suppression.test,
    created_at: suppression.createdAt,
  };
}

const suppressionReply = z.object({
  id: z.guid(),
  mobile: z.string(),
  sender_id: z.string().nullable().describe('The one sender that may not write to the number; null: nobody may.'),
  delivery_code: z
    .int()
    .describe(
      'The code that its messages get: 409, or 406 for one sender or when a message without a sender was blocked with it.',
    ),
  source: z.enum(SUPPRESSION_SOURCES),
  reason: z.string().nullable(),
  test: z
    .boolean()
    .describe('Only test messages are kept from the number: a test key, or a test message, has brought it here.'),
  created_at: z.string().meta({ format: 'date-time' }),
});

const EXAMPLE = {
  id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  mobile: '12025550100',
  sender_id: null,
  delivery_code: 409,
  source: 'manual',
  reason: 'Asked to be left alone',
  test: false,
  created_at: '2026-11-20T09:00:00.000Z',
};

const listFilters = listQuery.extend({ source: oneOf(SUPPRESSION_SOURCES).optional() });

const list = defineRoute<unknown, z.output<typeof listFilters>, { suppressions: Connection<Suppression> }>({
  method: 'GET',
  path: '/v1/suppressions/',
  operation: 'suppressions',
  document: `query ($filter: SuppressionFilter, $first: Int, $after: String, $last: Int, $before: String) {
    suppressions(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO} nodes { ${SUPPRESSION} }
    }
  }`,
  query: listFilters,
  variables: ({ query }) => ({
    filter: { source: upper(query.source) },
    ...connectionArguments(query, LIMITS.connectionPageMax),
  }),
  answer: ({ suppressions }, call) => pageOf(suppressions, call, call.query, suppressionItem),
  status: 200,
  reply: pageReply(suppressionReply),
  tag: TAG,
  summary: 'List suppressed numbers',
  description: `Numbers that are never written to; at most ${LIMITS.connectionPageMax} on a page.`,
  example: { answer: { count: 1, next: null, previous: null, next_cursor: null, results: [EXAMPLE] } },
});

const addBody = z.object({
  numbers: byHand(
    {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.suppressionsPerCall,
      items: {
        anyOf: [
          { type: 'string', description: 'A phone number in international format.' },
          {
            type: 'object',
            required: ['mobile'],
            properties: {
              mobile: { type: 'string', description: 'A phone number in international format.' },
              sender_id: { type: 'string', description: 'Only this sender; every sender by default.' },
              reason: { type: 'string', description: 'For your own records.' },
            },
          },
        ],
      },
    },
    readNumbers,
  ),
});

interface NumberToSuppress {
  readonly mobile: string;
  readonly senderId?: string | undefined;
  readonly reason?: string | undefined;
}

const entrySchema = z.object({ mobile: text(), sender_id: optionalWord(), reason: optionalText() });

function readNumbers(input: unknown, complain: Complain): NumberToSuppress[] {
  if (input === undefined) return [];
  if (!Array.isArray(input)) {
    complain([], 'Must be a list.');
    return [];
  }
  // One more than allowed is enough for the operation to refuse the call in its own words.
  return input.slice(0, LIMITS.suppressionsPerCall + 1).map((entry: unknown, index) => {
    if (typeof entry === 'string') return { mobile: entry };
    const parsed = entrySchema.safeParse(withoutEmptyFields(entrySchema, entry));
    if (parsed.success) {
      const { mobile, sender_id: senderId, reason } = parsed.data;
      return { mobile, senderId, reason };
    }
    for (const { path, message } of parsed.error.issues) {
      if (path.length > 0) complain([index, ...path.map(String)], message);
      else complain([index], entry === null ? REQUIRED : 'Must be a string or an object.');
    }
    return { mobile: '' };
  });
}

const add = defineRoute<z.output<typeof addBody>, unknown, { addSuppressions: { suppressions: Suppression[] } }>({
  method: 'POST',
  path: '/v1/suppressions/',
  operation: 'addSuppressions',
  document: `mutation ($input: AddSuppressionsInput!) {
    addSuppressions(input: $input) { suppressions { ${SUPPRESSION} } replayed }
  }`,
  body: addBody,
  creates: true,
  variables: ({ body: { numbers }, idempotencyKey }) => ({ input: { numbers, idempotencyKey } }),
  answer: ({ addSuppressions: { suppressions } }) => ({
    success: true,
    count: suppressions.length,
    results: suppressions.map(suppressionItem),
  }),
  status: 201,
  reply: z.object({ success: z.literal(true), count: z.int(), results: z.array(suppressionReply) }),
  tag: TAG,
  summary: 'Suppress numbers',
  description: `Never write to these numbers again; at most ${LIMITS.suppressionsPerCall} in a call. A number that was suppressed before stays as it was.`,
  example: {
    body: { numbers: [{ mobile: '12025550100', reason: 'Asked to be left alone' }] },
    answer: { success: true, count: 1, results: [EXAMPLE] },
  },
});

const liftBody = z.object({
  mobile: text().describe('The number that may be written to again.'),
  sender_id: optionalWord().describe('The sender of a suppression for one sender.'),
});

const lift = defineRoute<z.output<typeof liftBody>, unknown, { liftSuppression: { suppression: Suppression } }>({
  method: 'DELETE',
  path: '/v1/suppressions/',
  operation: 'liftSuppression',
  document: `mutation ($input: LiftSuppressionInput!) {
    liftSuppression(input: $input) { suppression { ${SUPPRESSION} } }
  }`,
  body: liftBody,
  variables: ({ body: { mobile, sender_id: senderId } }) => ({ input: { mobile, senderId } }),
  answer: ({ liftSuppression: { suppression } }) => ({ success: true, ...suppressionItem(suppression) }),
  status: 200,
  reply: suppressionReply.extend({ success: z.literal(true) }),
  tag: TAG,
  summary: 'Lift a suppression',
  description:
    'The number may be written to again. It stands in the body, since addresses end up in the logs of proxies.',
  example: { body: { mobile: '12025550100' }, answer: { success: true, ...EXAMPLE } },
});

export const SUPPRESSION_ROUTES = [list, add, lift];
