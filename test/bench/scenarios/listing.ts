import { type Process, startFloorServer, startUnlimitedServer } from '../processes.ts';
import { newId } from '../servers/floor-tables.ts';
import type { Database, Stage } from '../stage.ts';
import { createTenant, type Tenant } from './tenants.ts';

export const LARGE = 1_000_000;
export const SMALL = 1_000;

interface Campaigns {
  readonly database: Database;
  readonly tenant: Tenant;
  readonly largeId: string;
  readonly smallId: string;
}

/** Two finished campaigns of very different size, and who can be asked about them. */
export interface Listing extends Campaigns {
  readonly floor: Process;
  readonly unlimited: Process;
}

let campaigns: Promise<Campaigns> | undefined;

export async function openListing(stage: Stage): Promise<Listing> {
  // Once for all benches that read, since a million rows take a while.
  campaigns ??= insertCampaigns(stage);
  const { database, ...rest } = await campaigns;
  const floor = await startFloorServer(stage, database);
  return { ...rest, database, floor, unlimited: await startUnlimitedServer(stage, database) };
}

async function insertCampaigns(stage: Stage): Promise<Campaigns> {
  const database = await stage.createDatabase('bench_listing');
  const tenant = await createTenant(database);
  const smallId = await insertFinishedCampaign(database, tenant, SMALL);
  const largeId = await insertFinishedCampaign(database, tenant, LARGE);
  // What autovacuum would do some minutes later, in the midst of measuring.
  await database.superuser.query('VACUUM (ANALYZE)');
  await database.superuser.query('CHECKPOINT');
  return { database, tenant, smallId, largeId };
}

/** Of twenty messages one has failed and one is still on its way. */
export async function insertFinishedCampaign({ superuser }: Database, { organisationId }: Tenant, size: number) {
  const campaignId = newId();
  const some = Math.floor(size / 20);
  await superuser.query(
    `INSERT INTO campaigns (organisation_id, id, name, body, test, at_least_once, total, accepted, invalid, duplicates,
                            suppressed, started_at)
     VALUES ($1, $2, 'Listing', 'Your parcel is on its way.', true, false, $3, $3, 0, 0, 0, now())`,
    [organisationId, campaignId, size],
  );
  await superuser.query(
    `INSERT INTO campaign_progress (organisation_id, campaign_id, delivered, failed, sent) VALUES ($1, $2, $3, $4, $4)`,
    [organisationId, campaignId, size - 2 * some, some],
  );
  await superuser.query(
    `INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, segments, encoding, test,
                               at_least_once, status, phase, delivery_code, attempt, gateway, submitted_at, handed_over,
                               revision)
     SELECT $1, uuidv7(), $2, place, 254711000000 + place, 1, 'gsm7', true, false, s.status::sms_status,
            s.phase::sms_phase, s.code, 1, 'sandbox', now(), s.handed_over, 3
     FROM generate_series(0, $3::int - 1) AS place
     JOIN (VALUES (false, false, 'delivered', 'done', 100, true),
                  (true, false, 'failed', 'done', 403, false),
                  (false, true, 'sent', 'waiting_report', 101, true)) AS s (fails, waits, status, phase, code, handed_over)
       ON s.fails = (place % 20 = 7) AND s.waits = (place % 20 = 13)
     ORDER BY place`,
    [organisationId, campaignId, size],
  );
  return campaignId;
}
