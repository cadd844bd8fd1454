import { readWrongCampaigns } from '../support/fleet/counts.ts';
import { repeated } from '../support/fleet/repeated.ts';
import { repeatedly } from '../support/fleet/repeatedly.ts';
import { untilSettled } from '../support/fleet/settled.ts';
import type { Installation } from './installation.ts';
import type { Order } from './orders.ts';
import type { Server } from './postgres.ts';
import { type Check, check, none } from './scene.ts';

/** Waits until every message has its outcome, and tells what is left when that takes too long. */
export async function settle({ server }: Installation, withinMs: number): Promise<Check> {
  const startedAt = performance.now();
  const settled = await untilSettled(server, withinMs).then(
    () => true,
    () => false,
  );
  const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  return check('until everything had settled', settled ? took : await tellLeft(server), settled);
}

async function tellLeft(server: Server): Promise<string> {
  const left = await server.sql<object>(
    `SELECT phase, count(*)::int AS messages, min(next_action_at) - now() AS next FROM sms_messages
     WHERE phase <> 'done' GROUP BY phase`,
  );
  const agenda = await server.sql<object>(
    `SELECT purpose, sum(size)::int AS messages, lease_id IS NOT NULL AS leased, (min(due_at) - now())::text AS due
     FROM sms_due GROUP BY purpose, lease_id IS NOT NULL`,
  );
  const reports = await server.sql<object>(
    'SELECT count(*)::int AS reports, (min(due_at) - now())::text AS due FROM sms_reports',
  );
  return JSON.stringify({ left, agenda, reports });
}

/** Nothing lost, nothing twice, everything delivered, every count right. */
export async function judge({ server, journal }: Installation, orders: readonly Order[]): Promise<Check[]> {
  const { acceptances } = await journal.journal();
  const rows = await server.sql<{ campaign_id: string; mobile: string; status: string }>(
    'SELECT campaign_id, mobile, status FROM sms_messages WHERE campaign_id IS NOT NULL ORDER BY campaign_id, position',
  );
  const kept = Map.groupBy(rows, ({ campaign_id: id }) => id);
  const incomplete = orders.filter(
    ({ campaignId, numbers }) =>
      kept
        .get(campaignId)
        ?.map(({ mobile }) => mobile)
        .join() !== numbers.join(),
  );
  return [
    check('orders that were answered with yes', `${orders.length}, ${rows.length} messages`, orders.length > 0),
    none(
      'answered orders that are not there in full',
      incomplete.map(({ campaignId }) => campaignId),
    ),
    none(
      'campaigns that nobody was told of',
      [...kept.keys()].filter((id) => !orders.some((o) => o.campaignId === id)),
    ),
    none('attempts that the gateway took twice', repeated(acceptances.map(({ reference }) => reference))),
    none('numbers that were sent to twice', repeated(acceptances.map(({ to }) => to))),
    none('messages that were not delivered', rows.filter(({ status }) => status !== 'delivered').map(describe)),
    none('campaigns whose counts are wrong', idsOf(await readWrongCampaigns(server.sql))),
  ];
}

const idsOf = (campaigns: readonly { id: string }[]) => campaigns.map(({ id }) => id);

const describe = ({ campaign_id: id, status }: { campaign_id: string; status: string }) => `${status} in ${id}`;

/** Looks at the counts all the time. A look that fails, because the database is away, is none. */
export function watchCounts(server: Server, everyMs = 250): { stop(): Promise<Check> } {
  const wrong = new Set<string>();
  let looks = 0;
  const watching = repeatedly(async () => {
    const found = await readWrongCampaigns(server.sql).catch(() => null);
    if (found) looks += 1;
    for (const { id } of found ?? []) wrong.add(id);
  }, everyMs);
  return {
    async stop() {
      await watching.stop();
      return check(
        `campaigns whose counts were wrong at one of ${looks} looks`,
        wrong.size,
        wrong.size === 0 && looks > 0,
      );
    },
  };
}
