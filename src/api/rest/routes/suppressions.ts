import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';
import { AUDIT_ACTOR } from './people.js';

export const SUPPRESSION =
  'fragment Suppression on Suppression { id mobile senderId category deliveryCode source reason test createdAt }';

export const SUPPRESSION_EXAMPLE = {
  id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  mobile: '12025550100',
  delivery_code: 409,
  source: 'manual',
  sender_id: null,
  category: null,
  reason: 'Asked to be left alone',
  test: false,
  created_at: '2026-11-20T09:00:00.120Z',
};

/** Beside it stands AUDIT_ACTOR. */
export const CONSENT_CHANGE = `
  fragment ConsentChange on ConsentChange {
    consent_id: id mobile change source senderId category word ownNumber inboundId proof test omitted changedAt createdAt createdBy { ...AuditActor }
  }`;

export const CONSENT_EXAMPLE = {
  consent_id: '019a1f0c-8a03-7d11-b0c4-1e2f3a4b5c6d',
  mobile: '254711000001',
  change: 'opted_out',
  source: 'keyword',
  sender_id: null,
  category: null,
  word: 'STOP PLEASE',
  own_number: '20880',
  inbound_id: '019a1f0c-8a02-7d11-b0c4-1e2f3a4b5c6d',
  proof: null,
  test: false,
  omitted: 0,
  changed_at: '2026-11-20T09:00:00.120Z',
  created_at: '2026-11-20T09:00:00.340Z',
  created_by: null,
};

const CHECKED_NUMBER = `
  fragment CheckedNumber on CheckedNumber { number code { deliveryCode: code } suppression { ...Suppression } country }
  ${SUPPRESSION}`;

export const SUPPRESSION_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/sms/check-numbers/',
    document: `query checkNumbers($numbers: [PhoneNumber!]!, $senderId: String, $test: Boolean, $category: MessageCategory) {
      checkNumbers(numbers: $numbers, senderId: $senderId, test: $test, category: $category) { ...CheckedNumber }
    } ${CHECKED_NUMBER}`,
    bulk: true,
    tag: 'Messages',
    summary: 'Check numbers',
    description:
      `Runs the checks of a send for up to ${LIMITS.numbersChecked} numbers, and returns the result for each, in the order ` +
      'of the call. Nothing is stored or sent. A gateway or network may still refuse a message that passes.',
    example: {
      body: { numbers: ['12025550100', '+254 711 000 001'] },
      reply: {
        count: 2,
        results: [
          { number: '12025550100', delivery_code: 409, suppression: SUPPRESSION_EXAMPLE, country: 'US' },
          { number: '254711000001', delivery_code: null, suppression: null, country: 'KE' },
        ],
      },
    },
  },
  {
    method: 'GET',
    path: '/v1/suppressions/',
    document: `query listSuppressions(${PAGE_VARIABLES}, $filter: SuppressionFilter) {
      suppressions(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...Suppression } }
    } ${SUPPRESSION}`,
    tag: 'Suppressions',
    summary: 'List suppressed numbers',
    description: `Lists the suppressed numbers, to which no message is sent; at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { mobile: '12025550100' }, reply: { count: 1, results: [SUPPRESSION_EXAMPLE] } },
  },
  {
    method: 'POST',
    path: '/v1/suppressions/',
    document: `mutation addSuppressions($input: AddSuppressionsInput!) {
      addSuppressions(input: $input) { results: suppressions { ...Suppression } }
    } ${SUPPRESSION}`,
    bulk: true,
    status: 201,
    tag: 'Suppressions',
    summary: 'Suppress numbers',
    description:
      `Suppresses up to ${LIMITS.suppressionsPerCall} numbers: no message, or no promotional one, is sent to them from now ` +
      'on. A number that was already suppressed keeps its entry, which is widened if it was for promotional messages only.',
    example: {
      body: { numbers: [{ mobile: '12025550100', reason: 'Asked to be left alone' }] },
      reply: { count: 1, results: [SUPPRESSION_EXAMPLE] },
    },
  },
  {
    method: 'DELETE',
    path: '/v1/suppressions/',
    document: `mutation liftSuppression($mobile: PhoneNumber!, $senderId: String) {
      liftSuppression(input: { mobile: $mobile, senderId: $senderId }) { suppression { ...Suppression } }
    } ${SUPPRESSION}`,
    tag: 'Suppressions',
    summary: 'Lift a suppression',
    description:
      'Lifts a suppression, so that messages may be sent to the number again. The number is in the body, for callers ' +
      'whose proxies log URLs.',
    example: { body: { mobile: '12025550100' }, reply: SUPPRESSION_EXAMPLE },
  },
  {
    method: 'DELETE',
    path: '/v1/suppressions/{mobile}/',
    document: `mutation liftSuppressionOf($mobile: PhoneNumber!, $senderId: String) {
      liftSuppression(input: { mobile: $mobile, senderId: $senderId }) { suppression { ...Suppression } }
    } ${SUPPRESSION}`,
    tag: 'Suppressions',
    summary: 'Lift the suppression of a number',
    description: 'Lifts a suppression, as `DELETE /v1/suppressions/` does, for clients that send no body with DELETE.',
    example: { reply: SUPPRESSION_EXAMPLE },
  },
  {
    method: 'GET',
    path: '/v1/consent/',
    document: `query listConsentChanges(${PAGE_VARIABLES}, $filter: ConsentChangeFilter) {
      consentChanges(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...ConsentChange } }
    } ${CONSENT_CHANGE} ${AUDIT_ACTOR}`,
    tag: 'Suppressions',
    summary: 'List consent changes',
    description:
      'Lists what people have decided about messages of the organisation, newest first, with who recorded it, and how it is proved; ' +
      `at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { mobile: '254711000001' }, reply: { count: 1, results: [CONSENT_EXAMPLE] } },
  },
  {
    method: 'GET',
    path: '/v1/consent/{consent_id}/',
    document: `query getConsentChange($consentId: UUID!) { consentChange(id: $consentId) { ...ConsentChange } } ${CONSENT_CHANGE} ${AUDIT_ACTOR}`,
    tag: 'Suppressions',
    summary: 'Read a consent change',
    description: 'Returns one decision of a person about messages of the organisation.',
    example: { reply: CONSENT_EXAMPLE },
  },
];
