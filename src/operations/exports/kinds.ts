import type { ExportContent, ExportKind } from '../../domain/exports/export-link.js';
import type { Scope } from '../../domain/vocabulary.js';
import { type Open, openerOf } from './open-export.js';
import { CAMPAIGN_MESSAGES, CAMPAIGNS, CHAT, EVENTS, MESSAGES, SUPPRESSED } from './sources.js';

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
    takes: [
      ...(['campaignId', 'statuses', 'deliveryCodes', 'mobile', 'reference', 'senderId', 'single', 'test'] as const),
      ...(['createdAfter', 'createdBefore'] as const),
    ],
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
    takes: [
      ...(['campaignStatuses', 'name', 'reference', 'senderId', 'test', 'createdById'] as const),
      ...(['createdAfter', 'createdBefore'] as const),
    ],
    open: openerOf(CAMPAIGNS),
  },
  chat_messages: {
    noun: 'chat messages',
    scope: 'chat:read',
    takes: ['sessionId', 'chatStatus', 'chatType', 'to', 'createdAfter', 'createdBefore'],
    open: openerOf(CHAT),
  },
};

export const openExport: Open = (context, content, after) => KINDS[content.what].open(context, content, after);
