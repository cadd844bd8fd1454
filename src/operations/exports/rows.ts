import type { ExportedCampaignMessageRow } from '../../db/sql/sms/campaigns/campaign-messages.js';
import type { CampaignRow } from '../../db/sql/sms/campaigns/campaigns.js';
import type { MessageRow } from '../../db/sql/sms/messages/messages.js';
import type { SuppressionRow } from '../../db/sql/sms/recipients/suppressions.js';
import type { DescribedEvent } from '../../domain/events/event.js';
import { errorOf, submissionStatus } from '../../domain/sms/public-status.js';
import type { Cell } from '../../lib/csv-row.js';

/**
 * The columns of an export, in their order, and how each is read from a row. Names and values are those of REST. The
 * last column is what `after` takes.
 */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const iso = (time: string | null) => time && new Date(time).toISOString();

type WithError = Pick<MessageRow, 'status' | 'delivery_code' | 'outcome_unknown' | 'expired'>;

const errorTextOf = ({ status, delivery_code, outcome_unknown: outcomeUnknown, expired }: WithError) =>
  errorOf(status, delivery_code, { outcomeUnknown, expired })?.text;

export const CAMPAIGN_MESSAGE: Columns<ExportedCampaignMessageRow> = {
  mobile: (row) => row.mobile,
  status: (row) => submissionStatus(row.handed_over, row.status),
  message_status: (row) => row.status,
  delivery_code: (row) => row.delivery_code,
  error: (row) => errorTextOf(row),
  reference: (row) => row.reference,
  segments: (row) => row.segments,
  gateway: (row) => row.gateway,
  attempts: (row) => row.attempt,
  sent_at: (row) => iso(row.sent_at),
  delivered_at: (row) => iso(row.delivered_at),
  updated_at: (row) => iso(row.updated_at),
  message_id: (row) => row.id,
  position: (row) => row.position,
};

/** A message, and its campaign if it belongs to one. */
export interface MessageLine {
  readonly message: MessageRow;
  readonly campaign: CampaignRow | undefined;
  /** Who sent it, by the name that the maker of the link sees. */
  readonly sender: string | null;
}

export const MESSAGE: Columns<MessageLine> = {
  created_at: ({ message }) => iso(message.created_at),
  to: ({ message }) => message.mobile,
  status: ({ message }) => message.status,
  delivery_code: ({ message }) => message.delivery_code,
  error: ({ message }) => errorTextOf(message),
  hold_reason: ({ message }) => message.hold_reason,
  // Without a number it is redacted, and may have had a text that was not the campaign's.
  message: ({ message, campaign }) => message.body ?? (message.mobile === null ? null : campaign?.body),
  sender_id: ({ message }) => message.sender_id,
  segments: ({ message }) => message.segments,
  encoding: ({ message }) => message.encoding,
  gateway: ({ message }) => message.gateway,
  attempts: ({ message }) => message.attempt,
  reference: ({ message }) => message.reference,
  metadata: ({ message }) => message.metadata,
  test: ({ message }) => message.test,
  created_by: ({ sender }) => sender,
  scheduled_at: ({ message }) => iso(message.scheduled_at),
  valid_until: ({ message }) => iso(message.valid_until),
  sent_at: ({ message }) => iso(message.sent_at),
  delivered_at: ({ message }) => iso(message.delivered_at),
  updated_at: ({ message }) => iso(message.updated_at),
  campaign_id: ({ message }) => message.campaign_id,
  message_id: ({ message }) => message.id,
};

export const EVENT: Columns<DescribedEvent> = {
  timestamp: (event) => event.occurredAt.toISOString(),
  type: (event) => event.type,
  status: (event) => event.status,
  delivery_code: (event) => event.deliveryCode,
  corrected: (event) => event.corrected,
  reference: (event) => event.reference,
  test: (event) => event.test,
  revision: (event) => event.revision,
  message_id: (event) => event.messageId,
  campaign_id: (event) => event.campaignId,
  session_id: (event) => event.sessionId,
  webhook_id: (event) => event.webhookId,
  gateway: (event) => event.gateway,
  id: (event) => event.id,
  sequence: (event) => event.sequence,
};

export const SUPPRESSION: Columns<SuppressionRow> = {
  mobile: (row) => row.mobile,
  sender_id: (row) => row.sender_id || null,
  delivery_code: (row) => row.delivery_code,
  source: (row) => row.source,
  reason: (row) => row.reason,
  test: (row) => row.test,
  created_at: (row) => iso(row.created_at),
  id: (row) => row.id,
};
