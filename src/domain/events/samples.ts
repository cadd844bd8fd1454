import { CODE_OF } from '../sms/delivery-codes.js';
import { type DescribedEvent, type EventBody, type EventType, eventBody, statusOf } from './event.js';

/** Those of outcomes; the others have none. */
const DELIVERY_CODES: Partial<Record<EventType, number>> = {
  'sms.sent': CODE_OF.Sent,
  'sms.delivered': CODE_OF.Processed,
  'sms.failed': CODE_OF.InvalidPhoneNumber,
  'sms.undelivered': CODE_OF.GatewayError,
  'sms.blocked': CODE_OF.DoNotDisturbRejection,
};

/** Ids that look like ours and belong to nothing. */
const sampleId = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

const SAMPLE: Omit<DescribedEvent, 'type' | 'status' | 'deliveryCode' | 'occurredAt'> = {
  id: 'evt_sample',
  // Before every event of the log, so that nobody who remembers how far they have read takes it for one of them.
  sequence: 0,
  revision: 1,
  subjectId: sampleId(1),
  messageId: sampleId(1),
  campaignId: sampleId(2),
  sessionId: sampleId(3),
  webhookId: sampleId(4),
  reference: 'sample-reference',
  test: true,
  corrected: false,
};

/** An event as webhooks carry it, for trying them out. It is marked as a test, of whatever type it is. */
export function sampleEvent(type: EventType, occurredAt: Date): EventBody {
  const body = eventBody({
    ...SAMPLE,
    type,
    status: statusOf(type),
    deliveryCode: DELIVERY_CODES[type] ?? null,
    occurredAt,
  });
  return { ...body, data: { ...body.data, test: true } };
}
