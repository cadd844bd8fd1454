import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CampaignMessageRow } from '../../../src/db/sql/sms/campaigns/campaign-messages.js';
import { campaignStatus } from '../../../src/domain/sms/public-status.js';
import { CAMPAIGN_STATUSES } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { listCampaignMessages } from '../../../src/operations/sms/campaigns/campaign-messages.js';
import { listCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobile, mobiles, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices({ gateways: [createProgrammableGateway()] });

describe("a campaign's listing", () => {
  const storedRows = async ({ caller }: Context, campaignId: string): Promise<CampaignMessageRow[]> => {
    const rows = await services.sql(
      `SELECT id, position, mobile, status, delivery_code, handed_over, false AS outcome_unknown, false AS expired
       FROM sms_messages
       WHERE organisation_id = $1 AND campaign_id = $2 ORDER BY position`,
      [caller.organisationId, campaignId],
    );
    return rows;
  };

  it('shows malformed numbers by their digits, or else as they were given, and never empty', async () => {
    const context = await newOrganisation(services);
    const character = fc.oneof(
      fc.constantFrom(',', '"', "'", '\\', '\n', '\r', '\t', '\0', '{', '}', '\ud800', '\udfff', '\u{1f600}', '0', '+'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const malformed = fc.array(character, { maxLength: 40 }).map((characters) => characters.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(malformed, { minLength: 1, maxLength: 30 }), async (texts) => {
        const recipients = [mobile(1), '', ...texts].map((to) => ({ to }));
        const { result: campaign } = await sendBulkSms(context, { message: 'Hello', recipients });
        const { nodes } = await listCampaignMessages(context, campaign, { conditions: {}, first: 1_000 });
        expect(nodes).toEqual(await storedRows(context, campaign.id));
        const given = texts.map((text) => {
          const digits = text.replace(/[^0-9]/g, '');
          return (digits || text.replaceAll('\0', '').trim() || 'unknown').slice(0, 32).toWellFormed();
        });
        const shown = nodes.map((node) => node.mobile);
        expect(given.filter((text) => !shown.includes(text))).toEqual([]);
        expect(shown).not.toContain('');
      }),
      { numRuns: 60 },
    );
  });

  it('shows no number where it has been redacted, and an empty one as unknown', async () => {
    const context = await newOrganisation(services);
    const recipients = [{ to: mobile(1) }, { to: '' }, { to: mobile(2) }];
    const { result: campaign } = await sendBulkSms(context, { message: 'Hello', recipients });
    await services.sql('UPDATE sms_messages SET mobile = NULL WHERE campaign_id = $1 AND position = 0', [campaign.id]);
    const { nodes } = await listCampaignMessages(context, campaign, { conditions: {}, first: 3 });
    expect(nodes.map((node) => node.mobile)).toEqual([null, 'unknown', mobile(2)]);
    expect(nodes).toEqual(await storedRows(context, campaign.id));
  });

  it('goes backwards, and has pages without a line', async () => {
    const context = await newOrganisation(services);
    const recipients = Array.from({ length: 5 }, (_, place) => ({ to: mobile(place) }));
    const { result: campaign } = await sendBulkSms(context, { message: 'Hello', recipients });
    const stored = await storedRows(context, campaign.id);
    const last = await listCampaignMessages(context, campaign, { conditions: {}, last: 2 });
    expect(last).toMatchObject({ nodes: stored.slice(3), hasPreviousPage: true, hasNextPage: false });
    const none = await listCampaignMessages(context, campaign, { conditions: { deliveryCode: 404 }, first: 2 });
    expect(none).toMatchObject({ nodes: [], hasPreviousPage: false, hasNextPage: false });
  });
});

describe('The status of a campaign', () => {
  let context: Context;

  beforeAll(async () => {
    context = await newOrganisation(services);
  });

  const PAST = `now() - interval '1 hour'`;
  const FUTURE = `now() + interval '1 hour'`;

  function everyState(): { campaign: string; progress: string }[] {
    const counts = ['queued = 2, held = 0', 'queued = 0, held = 2', 'queued = 1, held = 1'];
    const campaigns = ['NULL', PAST].flatMap((cancelled) =>
      ['NULL', PAST].flatMap((started) =>
        ['NULL', PAST].flatMap((paused) =>
          ['NULL', PAST, FUTURE].map(
            (scheduled) =>
              `cancelled_at = ${cancelled}, started_at = ${started}, paused_at = ${paused}, scheduled_at = ${scheduled}`,
          ),
        ),
      ),
    );
    const progress = ['NULL', PAST].flatMap((completed) =>
      counts.map((count) => `completed_at = ${completed}, ${count}`),
    );
    return campaigns.flatMap((campaign) => progress.map((change) => ({ campaign, progress: change })));
  }

  it('means the same as a filter and as a field, for every state a campaign can be in', async () => {
    const states = everyState();
    for (const { campaign, progress } of states) {
      const { result } = await sendBulkSms(context, { message: 'Hi', recipients: mobiles(2) });
      await services.sql(`UPDATE campaigns SET ${campaign} WHERE id = $1`, [result.id]);
      await services.sql(`UPDATE campaign_progress SET ${progress} WHERE campaign_id = $1`, [result.id]);
    }
    const sorting = { by: 'created_at', descending: true } as const;
    let found = 0;
    for (const status of CAMPAIGN_STATUSES) {
      const { nodes } = await listCampaigns(context, { conditions: { status }, sorting, first: 100 });
      const derived = nodes.map((row) =>
        campaignStatus(
          {
            cancelledAt: row.cancelled_at,
            completedAt: row.completed_at,
            startedAt: row.started_at,
            pausedAt: row.paused_at,
            scheduledAt: row.scheduled_at,
            queued: row.queued,
            held: row.held,
          },
          new Date(),
        ),
      );
      expect(new Set(derived)).toEqual(new Set([status]));
      found += nodes.length;
    }
    expect(found).toBe(states.length);
  });
});
