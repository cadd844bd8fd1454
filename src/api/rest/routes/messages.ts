import type { RouteDeclaration } from '../route.js';

const ID = '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21';

export const MESSAGE_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/sms/messages/{message_id}/',
    document: `query getMessage($messageId: UUID!) { message(id: $messageId) { ...SmsMessage } }
    fragment SmsMessage on SmsMessage {
      message_id: id campaign { campaign_id: id } to type: __typename status deliveryCode error holdReason message: text
      senderId segments encoding reference metadata createdAt scheduledAt updatedAt
    }`,
    status: 200,
    tag: 'Messages',
    summary: 'Read a message',
    description: 'One SMS, sent alone or as part of a campaign, and its outcome.',
    example: {
      reply: {
        message_id: ID,
        to: '12025550100',
        status: 'delivered',
        delivery_code: 100,
        message: 'Your parcel is on its way.',
        segments: 1,
        reference: 'parcel-4711',
        updated_at: '2026-11-20T09:00:01.250Z',
      },
    },
  },
  {
    method: 'POST',
    path: '/v1/sms/messages/{message_id}/cancel/',
    document: `mutation cancelMessage($input: CancelMessageInput!) {
      cancelMessage(input: $input) { message { message_id: id status deliveryCode } }
    }`,
    status: 200,
    tag: 'Messages',
    summary: 'Cancel a message',
    description:
      'Cancels a message that no gateway has been given; any other is answered with 409 `already_dispatched`.',
    example: { reply: { message_id: ID, status: 'cancelled' } },
  },
];
