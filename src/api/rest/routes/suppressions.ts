import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

const SUPPRESSION =
  'fragment Suppression on Suppression { id mobile senderId deliveryCode source reason test createdAt }';

const EXAMPLE = {
  id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  mobile: '12025550100',
  delivery_code: 409,
  source: 'manual',
  reason: 'Asked to be left alone',
};

export const SUPPRESSION_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/suppressions/',
    document: `query listSuppressions(${PAGE_VARIABLES}, $source: SuppressionSource) {
      suppressions(${PAGE_ARGUMENTS}, filter: { source: $source }) { nodes { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 200,
    tag: 'Suppressions',
    summary: 'List suppressed numbers',
    description: `Numbers that no message is sent to; at most ${LIMITS.connectionPageMax} on a page.`,
    example: { reply: { count: 1, results: [EXAMPLE] } },
  },
  {
    method: 'POST',
    path: '/v1/suppressions/',
    document: `mutation addSuppressions($input: AddSuppressionsInput!) {
      addSuppressions(input: $input) { results: suppressions { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 201,
    tag: 'Suppressions',
    summary: 'Suppress numbers',
    description: `No message is sent to these numbers again; at most ${LIMITS.suppressionsPerCall} in a call. A number that was suppressed before stays as it was.`,
    example: {
      body: { numbers: [{ mobile: '12025550100', reason: 'Asked to be left alone' }] },
      reply: { count: 1, results: [EXAMPLE] },
    },
  },
  {
    method: 'DELETE',
    path: '/v1/suppressions/',
    document: `mutation liftSuppression($mobile: PhoneNumber!, $senderId: String) {
      liftSuppression(input: { mobile: $mobile, senderId: $senderId }) { suppression { ...Suppression } }
    } ${SUPPRESSION}`,
    status: 200,
    tag: 'Suppressions',
    summary: 'Lift a suppression',
    description:
      'Messages may be sent to the number again. The number stands in the body, since addresses end up in the logs of proxies.',
    example: { body: { mobile: '12025550100' }, reply: EXAMPLE },
  },
];
