import type { ChatMessageRow } from '../../db/sql/chat/messages.js';
import type { ExportedCampaignMessageRow } from '../../db/sql/sms/campaigns/campaign-messages.js';
import type { CampaignRow } from '../../db/sql/sms/campaigns/campaigns.js';
import type { InboundMessageRow } from '../../db/sql/sms/inbound/inbound-messages.js';
import type { MessageRow } from '../../db/sql/sms/messages/messages.js';
import type { ConsentChangeRow } from '../../db/sql/sms/recipients/consent-changes.js';
import type { SuppressionRow } from '../../db/sql/sms/recipients/suppressions.js';
import { chatErrorText } from '../../domain/chat/message-status.js';
import type { DescribedEvent } from '../../domain/events/event.js';
import { categoryOf, onlyCategoryOf } from '../../domain/sms/category.js';
import { campaignResult, campaignStatus, errorOf, submissionStatus } from '../../domain/sms/public-status.js';
import { SMS_STATUSES } from '../../domain/vocabulary.js';
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
  error: errorTextOf,
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

/** A row with the name of its sender, as the maker of the link sees it. */
export type WithSender<Row> = Row & { readonly sender: string | null };

/** A message with the text of its campaign, if it belongs to one. */
export type MessageLine = WithSender<MessageRow> & { readonly campaignText: string | null };

export const MESSAGE: Columns<MessageLine> = {
  created_at: (row) => iso(row.created_at),
  to: (row) => row.mobile,
  status: (row) => row.status,
  delivery_code: (row) => row.delivery_code,
  error: errorTextOf,
  hold_reason: (row) => row.hold_reason,
  // Without a number it is redacted, and may have had a text that was not the campaign's.
  message: (row) => row.body ?? (row.mobile === null ? null : row.campaignText),
  sender_id: (row) => row.sender_id,
  segments: (row) => row.segments,
  encoding: (row) => row.encoding,
  gateway: (row) => row.gateway,
  attempts: (row) => row.attempt,
  reference: (row) => row.reference,
  metadata: (row) => row.metadata,
  test: (row) => row.test,
  category: categoryOf,
  created_by: (row) => row.sender,
  scheduled_at: (row) => iso(row.scheduled_at),
  valid_until: (row) => iso(row.valid_until),
  sent_at: (row) => iso(row.sent_at),
  delivered_at: (row) => iso(row.delivered_at),
  updated_at: (row) => iso(row.updated_at),
  campaign_id: (row) => row.campaign_id,
  answers_inbound_id: (row) => row.answers_inbound_id,
  message_id: (row) => row.id,
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
  inbound_id: (event) => event.inboundId,
  keyword: (event) => event.keyword,
  consent_id: (event) => event.consentId,
  change: (event) => event.change,
  source: (event) => event.source,
  category: (event) => event.category,
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
  category: onlyCategoryOf,
  created_at: (row) => iso(row.created_at),
  id: (row) => row.id,
};

/** The row with the times that `campaignStatus` reads. */
const stateOf = (row: CampaignRow) => ({
  ...row,
  scheduledAt: row.scheduled_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  cancelledAt: row.cancelled_at,
  pausedAt: row.completed_at === null ? row.paused_at : null,
});

const COUNTS = Object.fromEntries(SMS_STATUSES.map((status) => [status, (row: CampaignRow) => row[status]]));

export const CAMPAIGN: Columns<WithSender<CampaignRow>> = {
  created_at: (row) => iso(row.created_at),
  name: (row) => row.name,
  status: (row) => campaignStatus(stateOf(row), new Date()),
  result: (row) => campaignResult(stateOf(row)),
  total: (row) => row.total,
  accepted: (row) => row.accepted,
  invalid: (row) => row.invalid,
  duplicates: (row) => row.duplicates,
  suppressed: (row) => row.suppressed,
  ...COUNTS,
  message: (row) => row.body,
  sender_id: (row) => row.sender_id,
  reference: (row) => row.reference,
  metadata: (row) => row.metadata,
  test: (row) => row.test,
  created_by: (row) => row.sender,
  scheduled_at: (row) => iso(row.scheduled_at),
  valid_until: (row) => iso(row.valid_until),
  started_at: (row) => iso(row.started_at),
  completed_at: (row) => iso(row.completed_at),
  cancelled_at: (row) => iso(row.cancelled_at),
  paused_at: (row) => iso(stateOf(row).pausedAt),
  pause_reason: (row) => row.pause_reason,
  pause_on_failures: (row) => row.pause_on_failures,
  category: (row) => row.category,
  retry_of: (row) => row.retry_of,
  campaign_id: (row) => row.id,
};

export const CHAT_MESSAGE: Columns<WithSender<ChatMessageRow>> = {
  created_at: (row) => iso(row.created_at),
  to: (row) => row.recipient,
  type: (row) => row.type,
  status: (row) => row.status,
  error: (row) => chatErrorText(row.error),
  message: (row) => row.body,
  url: (row) => row.url,
  filename: (row) => row.filename,
  mime_type: (row) => row.mime_type,
  delivered_count: (row) => row.delivered_count,
  read_count: (row) => row.read_count,
  session_id: (row) => row.session_id,
  test: (row) => row.test,
  created_by: (row) => row.sender,
  sent_at: (row) => iso(row.sent_at),
  delivered_at: (row) => iso(row.delivered_at),
  read_at: (row) => iso(row.read_at),
  updated_at: (row) => iso(row.updated_at),
  // Before the provider accepts the message, it is an id that we proposed and the provider may not use.
  message_id: (row) => (row.sent_at === null ? row.id : row.message_id),
  id: (row) => row.id,
};

export const INBOUND_MESSAGE: Columns<InboundMessageRow> = {
  received_at: (row) => iso(row.received_at),
  channel: (row) => row.channel,
  sender: (row) => row.sender,
  mobile: (row) => row.mobile,
  participant: (row) => row.participant,
  own_number: (row) => row.own_number,
  session_id: (row) => row.session_id,
  kind: (row) => row.kind,
  text: (row) => row.text,
  media_type: (row) => row.media_type,
  media_name: (row) => row.media_name,
  keyword: (row) => row.keyword,
  incomplete: (row) => row.incomplete,
  gateway: (row) => row.gateway,
  test: (row) => row.test,
  sent_at: (row) => iso(row.sent_at),
  redacted_at: (row) => iso(row.redacted_at),
  conversation_id: (row) => row.conversation_id,
  inbound_id: (row) => row.id,
};

export const CONSENT_CHANGE: Columns<WithSender<ConsentChangeRow>> = {
  changed_at: (row) => iso(row.changed_at),
  mobile: (row) => row.mobile,
  change: (row) => row.change,
  source: (row) => row.source,
  word: (row) => row.word,
  own_number: (row) => row.own_number,
  inbound_id: (row) => row.inbound_id,
  proof: (row) => row.proof,
  sender_id: (row) => row.sender_id || null,
  category: onlyCategoryOf,
  test: (row) => row.test,
  omitted: (row) => row.omitted,
  created_by: (row) => row.sender,
  created_at: (row) => iso(row.created_at),
  consent_id: (row) => row.id,
};
