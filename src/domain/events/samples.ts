import { CODE_OF } from '../sms/delivery-codes.js';
import { type DescribedEvent, type EventBody, type EventType, eventBody, statusOf } from './event.js';

/** Other types have no delivery code. */
const DELIVERY_CODES: Partial<Record<EventType, number>> = {
  'sms.sent': CODE_OF.Sent,
  'sms.delivered': CODE_OF.Processed,
  'sms.failed': CODE_OF.InvalidPhoneNumber,
  'sms.undelivered': CODE_OF.GatewayError,
  'sms.blocked': CODE_OF.DoNotDisturbRejection,
};

/** Valid ids that belong to nothing. */
const sampleId = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`;

const SAMPLE: Omit<DescribedEvent, 'type' | 'status' | 'deliveryCode' | 'occurredAt'> = {
  id: 'evt_sample',
  // Before every event of the log, so that a receiver which stores its cursor ignores the sample.
  sequence: 0,
  revision: 1,
  subjectId: sampleId(1),
  messageId: sampleId(1),
  campaignId: sampleId(2),
  sessionId: sampleId(3),
  webhookId: sampleId(4),
  gateway: 'sample-gateway',
  reference: 'sample-reference',
  inboundId: sampleId(5),
  keyword: 'stop',
  consentId: sampleId(6),
  change: 'opted_out',
  source: 'keyword',
  category: null,
  test: true,
  corrected: false,
};

export function describeSample(type: EventType, occurredAt: Date): DescribedEvent {
  return { ...SAMPLE, type, status: statusOf(type), deliveryCode: DELIVERY_CODES[type] ?? null, occurredAt };
}

/** A sample event as webhooks receive it. Always marked as a test. */
export function sampleEvent(type: EventType, occurredAt: Date): EventBody {
  const body = eventBody(describeSample(type, occurredAt));
  return { ...body, data: { ...body.data, test: true } };
}
