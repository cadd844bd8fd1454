import { defineEntity, p } from '@mikro-orm/core';
import type { Generated } from 'kysely';
import { MESSAGE_CATEGORIES, PAUSE_REASONS, SMS_STATUSES } from '../../../domain/vocabulary.js';
import { createdBy, keyOf, nullableIntegers, timestamp } from '../columns.js';
import { isolated } from '../isolation.js';
import { ofOrganisation } from '../people/organisations.js';

/** What the caller gives a campaign, under the names of the call. A retry copies it, but for the times. */
export const GIVEN = {
  name: p.text().nullable(),
  senderId: p.text().nullable(),
  reference: p.text().nullable(),
  metadata: p.json<Record<string, unknown>>().nullable(),
  test: p.boolean(),
  atLeastOnce: p.boolean(),
  scheduledAt: timestamp().nullable(),
  /** Workers read that of each message. */
  validUntil: timestamp().nullable(),
  /** The dispatcher pauses the campaign if too many of its messages fail. */
  pauseOnFailures: p.boolean().default(false),
  /** Workers read that of each message. */
  category: p.enum(MESSAGE_CATEGORIES).nativeEnumName('message_category').default('transactional'),
};

export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  ...isolated,
  properties: {
    organisationId: ofOrganisation(),
    id: p.uuid().primary(),
    ...GIVEN,
    body: p.text().nullable(),
    total: p.integer(),
    accepted: p.integer(),
    invalid: p.integer(),
    duplicates: p.integer(),
    suppressed: p.integer(),
    startedAt: timestamp().nullable(),
    cancelledAt: timestamp().nullable(),
    /** The campaign is open, and workers claim none of its messages. */
    pausedAt: timestamp().nullable(),
    pauseReason: p.enum(PAUSE_REASONS).nativeEnumName('pause_reason').nullable(),
    /** The campaign whose failed messages this one sends again. */
    retryOf: p.uuid().nullable(),
    redactedAt: timestamp().nullable(),
    createdAt: timestamp().defaultRaw('now()'),
    /** Counts the events of the campaign. */
    revision: p.integer().default(1),
    ...createdBy(),
    /** Orders the list by name. */
    sortName: p.text().generated("(lower(COALESCE(name, ''::text))) stored").$type<Generated<string>>(),
  },
  indexes: [
    { name: 'campaigns_paused', properties: ['organisationId', 'id'], where: 'paused_at IS NOT NULL' },
    { name: 'campaigns_unredacted', properties: ['organisationId', 'id'], where: 'redacted_at IS NULL' },
    { name: 'campaigns_total', properties: ['organisationId', 'total', 'id'] },
    { name: 'campaigns_name', properties: ['organisationId', 'sortName', 'id'] },
  ],
});

/** Apart from the campaign, because it changes with every batch. */
export const CampaignProgress = defineEntity({
  name: 'CampaignProgress',
  tableName: 'campaign_progress',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    queued: p.integer().default(0),
    sent: p.integer().default(0),
    delivered: p.integer().default(0),
    failed: p.integer().default(0),
    undelivered: p.integer().default(0),
    blocked: p.integer().default(0),
    held: p.integer().default(0),
    cancelled: p.integer().default(0),
    completedAt: timestamp().nullable(),
    campaign: keyOf(Campaign, 'organisation_id', 'campaign_id'),
  },
  indexes: [
    { name: 'campaign_progress_open', properties: ['organisationId', 'campaignId'], where: 'completed_at IS NULL' },
    {
      name: 'campaign_progress_completed',
      expression: `CREATE INDEX campaign_progress_completed ON public.campaign_progress USING btree (organisation_id, (
        CASE
        WHEN (completed_at IS NULL) THEN 'infinity'::timestamp with time zone
        ELSE completed_at
        END), campaign_id) INCLUDE (completed_at)`,
    },
  ],
});

/** Status changes in ten seconds: the timeline of a campaign. */
export const CampaignTimeline = defineEntity({
  name: 'CampaignTimeline',
  tableName: 'campaign_timeline',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    bucket: timestamp().primary(),
    status: p.enum(SMS_STATUSES).nativeEnumName('sms_status').primary(),
    changes: p.integer(),
  },
});

/**
 * The last digits of numbers of a campaign, but for the first hundred: see `db/sql/sms/campaigns/campaign-numbers.ts`.
 */
export const CampaignNumbers = defineEntity({
  name: 'CampaignNumbers',
  tableName: 'campaign_numbers',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    campaignId: p.uuid().primary(),
    part: p.integer().primary(),
    /** The lowest and the highest id of its messages. */
    firstId: p.uuid(),
    lastId: p.uuid(),
    /** In the order of the positions; null where the message has no number any more. */
    lastDigits: nullableIntegers(),
  },
});
