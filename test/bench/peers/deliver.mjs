/** What becomes of one recipient, as a job of its own does it: three statements, each its own transaction. */
const change = (name, from, to, status, code) => ({
  name,
  text: `
WITH changed AS (
  UPDATE floor_sms_messages SET status = '${status}', phase = '${to}', delivery_code = ${code}, handed_over = true,
                                revision = revision + 1
  WHERE organisation_id = $1 AND id = $2 AND phase = '${from}'
  RETURNING id, campaign_id, revision
)
INSERT INTO floor_events (organisation_id, type, subject_id, campaign_id, revision, delivery_code)
SELECT $1, 'sms.${status}', id, campaign_id, revision, ${code} FROM changed`,
});

const STEPS = [
  {
    name: 'claim',
    text: `UPDATE floor_sms_messages SET phase = 'submitting', attempt = attempt + 1
           WHERE organisation_id = $1 AND id = $2 AND phase = 'ready'`,
  },
  change('sent', 'submitting', 'waiting_report', 'sent', 101),
  change('delivered', 'waiting_report', 'done', 'delivered', 100),
];

export async function deliver(pool, organisationId, messageId) {
  for (const step of STEPS) await pool.query({ ...step, values: [organisationId, messageId] });
}
