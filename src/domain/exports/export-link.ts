import type { EventType } from '../events/event.js';
import { readPayload, signPayload } from '../people/tokens.js';
import type { SecretKeys } from '../secret-keys.js';
import type {
  CampaignStatus,
  ChatMessageType,
  ChatStatus,
  ConsentChange,
  ConsentSource,
  Keyword,
  Scope,
  SmsStatus,
  SuppressionSource,
} from '../vocabulary.js';

const EXPORT_KINDS = [
  'campaign_messages',
  'messages',
  'events',
  'suppressions',
  'campaigns',
  'chat_messages',
  'inbound_messages',
  'consent_changes',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export type ExportFormat = 'csv' | 'jsonl';

/** What an export shows. A condition that is absent holds for every row. */
export interface ExportContent {
  readonly what: ExportKind;
  readonly campaignId?: string;
  readonly statuses?: readonly SmsStatus[];
  readonly deliveryCodes?: readonly number[];
  readonly mobile?: string;
  readonly reference?: string;
  readonly senderId?: string;
  readonly single?: boolean;
  readonly test?: boolean;
  /** In ISO 8601, as `createdBefore`. */
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly types?: readonly EventType[];
  readonly source?: SuppressionSource;
  readonly keyword?: Keyword;
  readonly change?: ConsentChange;
  readonly consentSource?: ConsentSource;
  readonly campaignStatuses?: readonly CampaignStatus[];
  readonly name?: string;
  readonly createdById?: string;
  readonly sessionId?: string;
  readonly chatStatus?: ChatStatus;
  readonly chatType?: ChatMessageType;
  /** A phone number, or the id of a group. */
  readonly to?: string;
}

export interface LinkMaker {
  readonly kind: 'key' | 'person';
  readonly id: string;
}

/**
 * What an export link says. It is signed, and only a summary is stored: the conditions may contain a phone number. At
 * each use the process looks up whether the row of the link is still there, and its maker, who must still have the
 * scopes.
 */
export interface ExportLink {
  readonly id: string;
  readonly organisationId: string;
  readonly maker: LinkMaker;
  /** Those that the content needs. */
  readonly scopes: readonly Scope[];
  readonly content: ExportContent;
  readonly format: ExportFormat;
  readonly expiresAt: string;
}

/** Secret scanners recognise it. */
const PREFIX = 'pr_ex_';

export function signExportLink(secretKey: string, link: ExportLink): string {
  return PREFIX + signPayload(secretKey, 'export link', link);
}

/** Returns null if the text was not signed with one of these secret keys. The link may have expired. */
export function readExportLink(secretKeys: SecretKeys, token: string): ExportLink | null {
  return token.startsWith(PREFIX) ? readPayload(secretKeys, 'export link', token.slice(PREFIX.length)) : null;
}
