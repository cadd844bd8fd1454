import type { ClientBase, Pool } from 'pg';
import { newId } from '../../../src/lib/ids.js';
import { BULK_SIZE, mobile } from '../calls.ts';
import type { Tenant } from '../scenarios/tenants.ts';

export { newId };

const COPIED = ['campaigns', 'sms_messages', 'events'] as const;

/** Floors write to tables with the same columns, indexes and filling as ours, without row level security. */
export async function createFloorTables(superuser: Pool): Promise<void> {
  for (const table of COPIED) {
    const { rows } = await superuser.query<{ options: string | null }>(
      `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = $1::regclass`,
      [table],
    );
    const options = rows[0]?.options ? ` WITH (${rows[0].options})` : '';
    await superuser.query(`CREATE TABLE floor_${table} (LIKE ${table} INCLUDING ALL)${options}`);
  }
  // The least that numbers events: gaps, and no order of commits.
  await superuser.query(
    `ALTER TABLE floor_events ALTER sequence ADD GENERATED ALWAYS AS IDENTITY (CACHE 100),
                              ALTER created_at SET DEFAULT now()`,
  );
}

export interface FloorCampaign {
  readonly organisationId: string;
  readonly id: string;
  readonly messageIds: readonly string[];
  readonly mobiles: readonly string[];
}

/** Ids are made beforehand: the floor is what PostgreSQL must do, and nothing else. */
export function newFloorCampaign({ organisationId }: Tenant): FloorCampaign {
  const mobiles = Array.from({ length: BULK_SIZE }, (_, place) => mobile(place));
  return { organisationId, id: newId(), messageIds: mobiles.map(() => newId()), mobiles };
}

/** The floor of intake: one transaction with the campaign and all its rows. */
export async function insertFloorCampaign(client: ClientBase, campaign: FloorCampaign): Promise<void> {
  const { organisationId, id, messageIds, mobiles } = campaign;
  await client.query('BEGIN');
  await client.query({
    name: 'floor campaign',
    text: `INSERT INTO floor_campaigns (organisation_id, id, body, test, at_least_once, total, accepted, invalid,
                                        duplicates, suppressed)
           VALUES ($1, $2, $3, true, false, $4, $4, 0, 0, 0)`,
    values: [organisationId, id, 'Your parcel is on its way.', messageIds.length],
  });
  await client.query({
    name: 'floor messages',
    text: `INSERT INTO floor_sms_messages (organisation_id, id, campaign_id, position, mobile, segments, encoding, test,
                                           at_least_once, status, phase)
           SELECT $1, id, $2, place - 1, mobile, 1, 'gsm7', true, false, 'queued', 'ready'
           FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS i (id, mobile, place)`,
    values: [organisationId, id, messageIds, mobiles],
  });
  await client.query('COMMIT');
}

const BATCH_SIZE = 500;

/**
 * The floor of dispatch, for batch after batch: a claim that is committed before anything could be sent, then `sent`
 * and then `delivered`, each with an event a message, which share a row. One connection takes every so many of the
 * batches.
 */
export async function dispatchFloorCampaign(clients: readonly ClientBase[], campaign: FloorCampaign): Promise<void> {
  const batches: string[][] = [];
  for (let start = 0; start < campaign.messageIds.length; start += BATCH_SIZE) {
    batches.push(campaign.messageIds.slice(start, start + BATCH_SIZE));
  }
  await Promise.all(
    clients.map(async (client) => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        await client.query({ ...CLAIM, values: [campaign.organisationId, batch] });
        for (const step of CHANGES) {
          const { organisationId, id } = campaign;
          await client.query({ ...step, values: [organisationId, batch, id, batch[0], batch.at(-1)] });
        }
      }
    }),
  );
}

const CLAIM = {
  name: 'floor claim',
  text: `
UPDATE floor_sms_messages SET phase = 'submitting', attempt = attempt + 1
WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND CASE WHEN phase = 'ready' THEN true END`,
};

/** Ids ascend in the order in which they were made. */
const change = (name: string, from: string, to: string, status: string, code: number) => ({
  name,
  text: `
WITH changed AS (
  UPDATE floor_sms_messages SET status = '${status}', phase = '${to}', delivery_code = ${code}, handed_over = true,
                                revision = revision + 1
  WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND CASE WHEN phase = '${from}' THEN true END
  RETURNING id, revision
)
INSERT INTO floor_events (organisation_id, type, campaign_id, revision, delivery_code, size, lowest_id, highest_id, subject_ids)
SELECT $1, 'sms.${status}', $3, revision, ${code}, count(*), $4, $5, array_agg(id) FROM changed GROUP BY revision`,
});

const CHANGES = [
  change('floor sent', 'submitting', 'waiting_report', 'sent', 101),
  change('floor delivered', 'waiting_report', 'done', 'delivered', 100),
];
