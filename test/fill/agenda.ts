import { SANDBOX_GATEWAY } from '../../src/domain/sms/routing.js';
import type { Filling } from './filling.js';

/** The agenda of the messages that wait, and the accounts without credit, all at the sandbox. */
export async function insertAgenda({ tx, own, month }: Filling): Promise<void> {
  const { seed } = own;
  const { until } = month;
  await tx.sql(DUE, { seed, until, gateway: SANDBOX_GATEWAY });
  await tx.sql(PAUSED_ACCOUNTS, { until, gateway: SANDBOX_GATEWAY });
}

/** A row comes due with the last of its messages: a worker drops a row after one look at it. */
const DUE = `
INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
SELECT :organisationId, pg_temp.id_at(:until::timestamptz, row_number() OVER (ORDER BY min(m.n)), 'due ' || :seed::bigint),
       :gateway, o.purpose, coalesce(max(m.next_at), :until::timestamptz), array_agg(m.id ORDER BY m.n), count(*)
FROM message_plan m JOIN outcomes o USING (outcome)
WHERE o.phase <> 'done'
GROUP BY m.campaign_id, m.position / 500, CASE WHEN m.campaign_id IS NULL THEN m.n END, o.outcome, o.purpose`;

const PAUSED_ACCOUNTS = `
INSERT INTO gateway_accounts (organisation_id, gateway, paused_at, next_probe_at)
SELECT :organisationId, :gateway, min(m.first_at), :until::timestamptz + interval '30 seconds'
FROM message_plan m WHERE m.outcome = 'held_with_account' HAVING count(*) > 0`;
