import { beforeAll, expect, it } from '@jest/globals';
import { campaignStatus } from '../../../src/domain/sms/public-status.js';
import { CAMPAIGN_STATUSES } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { listCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { mobiles, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const services = useServices({ gateways: [createProgrammableGateway()] });
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
    await services.superuser.query(`UPDATE campaigns SET ${campaign} WHERE id = $1`, [result.id]);
    await services.superuser.query(`UPDATE campaign_progress SET ${progress} WHERE campaign_id = $1`, [result.id]);
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
