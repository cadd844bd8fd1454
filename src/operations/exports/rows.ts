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

/** Who sent it, by the name that the maker of the link sees. */
interface Sent {
  readonly sender: string | null;
}

/** A message, and its campaign if it belongs to one. */
export interface MessageLine extends Sent {
  readonly message: MessageRow;
  readonly campaign: CampaignRow | undefined;
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
  category: ({ message }) => categoryOf(message),
  created_by: ({ sender }) => sender,
  scheduled_at: ({ message }) => iso(message.scheduled_at),
  valid_until: ({ message }) => iso(message.valid_until),
  sent_at: ({ message }) => iso(message.sent_at),
  delivered_at: ({ message }) => iso(message.delivered_at),
  updated_at: ({ message }) => iso(message.updated_at),
  campaign_id: ({ message }) => message.campaign_id,
  answers_inbound_id: ({ message }) => message.answers_inbound_id,
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

export interface CampaignLine extends Sent {
  readonly campaign: CampaignRow;
}

/** The row with the times that `campaignStatus` reads. */
const stateOf = (row: CampaignRow) => ({
  ...row,
  scheduledAt: row.scheduled_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  cancelledAt: row.cancelled_at,
  pausedAt: row.completed_at === null ? row.paused_at : null,
});

const COUNTS = Object.fromEntries(
  SMS_STATUSES.map((status) => [status, ({ campaign }: CampaignLine) => campaign[status]]),
);

export const CAMPAIGN: Columns<CampaignLine> = {
  created_at: ({ campaign }) => iso(campaign.created_at),
  name: ({ campaign }) => campaign.name,
  status: ({ campaign }) => campaignStatus(stateOf(campaign), new Date()),
  result: ({ campaign }) => campaignResult(stateOf(campaign)),
  total: ({ campaign }) => campaign.total,
  accepted: ({ campaign }) => campaign.accepted,
  invalid: ({ campaign }) => campaign.invalid,
  duplicates: ({ campaign }) => campaign.duplicates,
  suppressed: ({ campaign }) => campaign.suppressed,
  ...COUNTS,
  message: ({ campaign }) => campaign.body,
  sender_id: ({ campaign }) => campaign.sender_id,
  reference: ({ campaign }) => campaign.reference,
  metadata: ({ campaign }) => campaign.metadata,
  test: ({ campaign }) => campaign.test,
  created_by: ({ sender }) => sender,
  scheduled_at: ({ campaign }) => iso(campaign.scheduled_at),
  valid_until: ({ campaign }) => iso(campaign.valid_until),
  started_at: ({ campaign }) => iso(campaign.started_at),
  completed_at: ({ campaign }) => iso(campaign.completed_at),
  cancelled_at: ({ campaign }) => iso(campaign.cancelled_at),
  paused_at: ({ campaign }) => iso(stateOf(campaign).pausedAt),
  pause_reason: ({ campaign }) => campaign.pause_reason,
  pause_on_failures: ({ campaign }) => campaign.pause_on_failures,
  category: ({ campaign }) => campaign.category,
  retry_of: ({ campaign }) => campaign.retry_of,
  campaign_id: ({ campaign }) => campaign.id,
};

export interface ChatLine extends Sent {
  readonly message: ChatMessageRow;
}

export const CHAT_MESSAGE: Columns<ChatLine> = {
  created_at: ({ message }) => iso(message.created_at),
  to: ({ message }) => message.recipient,
  type: ({ message }) => message.type,
  status: ({ message }) => message.status,
  error: ({ message }) => chatErrorText(message.error),
  message: ({ message }) => message.body,
  url: ({ message }) => message.url,
  filename: ({ message }) => message.filename,
  mime_type: ({ message }) => message.mime_type,
  delivered_count: ({ message }) => message.delivered_count,
  read_count: ({ message }) => message.read_count,
  session_id: ({ message }) => message.session_id,
  test: ({ message }) => message.test,
  created_by: ({ sender }) => sender,
  sent_at: ({ message }) => iso(message.sent_at),
  delivered_at: ({ message }) => iso(message.delivered_at),
  read_at: ({ message }) => iso(message.read_at),
  updated_at: ({ message }) => iso(message.updated_at),
  // Before the provider accepts the message, it is an id that we proposed and the provider may not use.
  message_id: ({ message }) => (message.sent_at === null ? message.id : message.message_id),
  id: ({ message }) => message.id,
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

export interface ConsentLine extends Sent {
  readonly change: ConsentChangeRow;
}

export const CONSENT_CHANGE: Columns<ConsentLine> = {
  changed_at: ({ change }) => iso(change.changed_at),
  mobile: ({ change }) => change.mobile,
  change: ({ change }) => change.change,
  source: ({ change }) => change.source,
  word: ({ change }) => change.word,
  own_number: ({ change }) => change.own_number,
  inbound_id: ({ change }) => change.inbound_id,
  proof: ({ change }) => change.proof,
  sender_id: ({ change }) => change.sender_id || null,
  category: ({ change }) => onlyCategoryOf(change),
  test: ({ change }) => change.test,
  omitted: ({ change }) => change.omitted,
  created_by: ({ sender }) => sender,
  created_at: ({ change }) => iso(change.created_at),
  consent_id: ({ change }) => change.id,
};
