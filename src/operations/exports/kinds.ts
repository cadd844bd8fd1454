import type { ExportContent, ExportKind } from '../../domain/exports/export-link.js';
import type { Scope } from '../../domain/vocabulary.js';
import { type Open, openerOf } from './open-export.js';
import {
  CAMPAIGN_MESSAGES,
  CAMPAIGNS,
  CHAT_MESSAGES,
  CONSENT_CHANGES,
  EVENTS,
  INBOUND_MESSAGES,
  MESSAGES,
  SUPPRESSED,
} from './sources.js';

export type Conditions = Omit<ExportContent, 'what'>;
export type Condition = keyof Conditions;

interface Kind {
  /** As errors name the rows. */
  readonly noun: string;
  /** Null: that of each type of event. */
  readonly scope: Scope | null;
  readonly takes: readonly Condition[];
  readonly requires?: Condition;
  readonly open: Open;
}

/** Conditions on the time of acceptance. */
const CREATED = ['createdAfter', 'createdBefore'] as const;

/** Everything that differs between the kinds of exports. */
export const KINDS: Readonly<Record<ExportKind, Kind>> = {
  campaign_messages: {
    noun: 'the messages of a campaign',
    scope: 'sms:read',
    takes: ['campaignId', 'statuses', 'deliveryCodes', 'mobile', 'reference'],
    requires: 'campaignId',
    open: openerOf(CAMPAIGN_MESSAGES),
  },
  messages: {
    noun: 'messages',
    scope: 'sms:read',
    takes: ['campaignId', 'statuses', 'deliveryCodes', 'mobile', 'reference', 'senderId', 'single', 'test', ...CREATED],
    open: openerOf(MESSAGES),
  },
  events: { noun: 'events', scope: null, takes: ['types'], open: openerOf(EVENTS) },
  suppressions: {
    noun: 'suppressions',
    scope: 'suppressions:manage',
    takes: ['mobile', 'source'],
    open: openerOf(SUPPRESSED),
  },
  campaigns: {
    noun: 'campaigns',
    scope: 'sms:read',
    takes: ['campaignStatuses', 'name', 'reference', 'senderId', 'test', 'createdById', ...CREATED],
    open: openerOf(CAMPAIGNS),
  },
  chat_messages: {
    noun: 'chat messages',
    scope: 'chat:read',
    takes: ['sessionId', 'chatStatus', 'chatType', 'to', ...CREATED],
    open: openerOf(CHAT_MESSAGES),
  },
  inbound_messages: {
    noun: 'inbound messages',
    scope: 'inbox:read',
    takes: ['mobile', 'keyword'],
    open: openerOf(INBOUND_MESSAGES),
  },
  consent_changes: {
    noun: 'consent changes',
    scope: 'suppressions:manage',
    takes: ['mobile', 'change', 'consentSource'],
    open: openerOf(CONSENT_CHANGES),
  },
};

export const openExport: Open = (context, content, after) => KINDS[content.what].open(context, content, after);
