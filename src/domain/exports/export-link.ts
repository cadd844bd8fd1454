import type { EventType } from '../events/event.js';
import { readPayload, signPayload } from '../people/signed-payload.js';
import type { SecretKeys } from '../secret-keys.js';
import type { Scope, SmsStatus, SuppressionSource } from '../vocabulary.js';

export const EXPORT_KINDS = ['campaign_messages', 'messages', 'events', 'suppressions'] as const;
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
}

export interface LinkMaker {
  readonly kind: 'key' | 'person';
  readonly id: string;
  /** The membership of the person; missing in links of programs before 0.2.0 and of keys. */
  readonly standing?: LinkStanding;
}

/** What has to be as it was when the link was made. */
export interface LinkStanding {
  /** When the person joined: a member who was removed and joins again has made no links. */
  readonly joinedAt: string;
  /** How often all links of the person had been invalidated, as a new password does. */
  readonly revocations: number;
}

export function isStanding({ standing }: LinkMaker, { joinedAt, revocations }: LinkStanding): boolean {
  return (standing?.revocations ?? 0) === revocations && (standing?.joinedAt ?? joinedAt) === joinedAt;
}

/**
 * What an export link says. It is signed and not stored: at each use the process looks its maker up, who must still have the
 * scopes.
 */
export interface ExportLink {
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
