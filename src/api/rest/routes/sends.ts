import { LIMITS } from '../../../domain/limits.js';
import type { RouteDeclaration } from '../route.js';

export const SEND_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'POST',
    path: '/v1/sms/send/',
    document: `mutation sendSms($input: SendSmsInput!) {
      sendSms(input: $input) {
        message { message_id: id status deliveryCode to type: __typename segments encoding }
      }
    }`,
    status: 201,
    tag: 'Messages',
    summary: 'Send one SMS',
    description: 'Accepts an SMS to one number. The call is answered when the SMS is stored; it is delivered later.',
    example: {
      body: { to: '12025550100', message: 'Your parcel is on its way.', reference: 'parcel-4711' },
      reply: { message_id: '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21', to: '12025550100', segments: 1 },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/send-bulk/',
    document: `mutation sendBulkSms($input: SendBulkSmsInput!) {
      sendBulkSms(input: $input) {
        campaign { campaign_id: id status total accepted invalid duplicates suppressed }
      }
    }`,
    status: 202,
    bulk: true,
    tag: 'Campaigns',
    summary: 'Send to many',
    description: `Accepts one campaign to up to ${LIMITS.recipientsPerBulkCall} recipients. Numbers that cannot be sent to do not refuse the call: they are listed with their code.`,
    example: {
      body: {
        message: 'Hello {{name}}, your table is ready.',
        name: 'Tables of Friday',
        recipients: [
          { to: '12025550100', variables: { name: 'Ada' } },
          { to: '+1 202-555-0120', variables: { name: 'Grace' }, reference: 'table-7' },
        ],
      },
      reply: { campaign_id: '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34', status: 'queued', total: 2, accepted: 2 },
    },
  },
];
