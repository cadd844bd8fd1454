import type { RouteDeclaration } from '../route.js';
import { INBOUND_EXAMPLE, INBOUND_MESSAGE } from './inbox.js';
import { EXPANDED, MESSAGE_EXAMPLE, SMS_MESSAGE } from './sms.js';
import { CONSENT_CHANGE, CONSENT_EXAMPLE, SUPPRESSION, SUPPRESSION_EXAMPLE } from './suppressions.js';

const NUMBER_EXPLANATION = `
  fragment NumberExplanation on NumberExplanation {
    mobile country now { status gateway explanation { ...SmsExplanation } }
    suppressions { ...Suppression } consent { ...ConsentChange } lastSent { ...SmsMessage } lastReceived { ...InboundMessage }
  }
  ${SUPPRESSION} ${CONSENT_CHANGE} ${SMS_MESSAGE} ${INBOUND_MESSAGE}`;

const MOBILE = '254711000001';

export const NUMBER_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/numbers/{mobile}/',
    document: `query explainNumber($mobile: PhoneNumber!, $senderId: String, $category: MessageCategory, $test: Boolean, ${EXPANDED}) {
      explainNumber(mobile: $mobile, senderId: $senderId, category: $category, test: $test) { ...NumberExplanation }
    } ${NUMBER_EXPLANATION}`,
    tag: 'Messages',
    summary: 'Explain a number',
    description:
      'Returns what would become of a message that is sent to the number now, and why; its suppressions, changes ' +
      'of consent, and the last messages to and from it. Lists that the scopes of the key do not cover are null.',
    example: {
      reply: {
        mobile: MOBILE,
        country: 'KE',
        now: {
          status: 'blocked',
          gateway: null,
          explanation: {
            code: 'suppressed_by_keyword',
            cause: 'The person wrote STOP PLEASE to 20880 on 20 November 2026.',
            rule: 'A suppressed number is never given to a gateway. When the person writes START, messages are sent again.',
            next: 'Nothing more will happen.',
            next_at: null,
            delivery_code: 406,
            attempt: null,
            attempts: 1,
            gateway: null,
            suppressed_at: INBOUND_EXAMPLE.received_at,
            word: 'STOP PLEASE',
            own_number: INBOUND_EXAMPLE.own_number,
          },
        },
        suppressions: [
          { ...SUPPRESSION_EXAMPLE, mobile: MOBILE, delivery_code: 406, source: 'keyword', reason: 'STOP PLEASE' },
        ],
        consent: [CONSENT_EXAMPLE],
        last_sent: [{ ...MESSAGE_EXAMPLE, to: MOBILE }],
        last_received: [INBOUND_EXAMPLE],
      },
    },
  },
];
