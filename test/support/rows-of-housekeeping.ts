/** Rows that only housekeeping and erasure write, which take days: a bound, a deferred message, and the suppression of an erased number. */
export async function addRowsOfHousekeeping(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  organisationId: string,
): Promise<void> {
  await query(
    `WITH bound AS (
       INSERT INTO sms_bounds (organisation_id, task, up_to) VALUES ($1, 'redaction', '00000000-0000-0000-0000-000000000000')
     ),
     deferred AS (
       INSERT INTO sms_deferred (organisation_id, task, message_id)
       SELECT organisation_id, 'redaction', id FROM sms_messages WHERE organisation_id = $1 LIMIT 1
     )
     INSERT INTO erased_suppressions (organisation_id, mobile_hash, sender_id, id, delivery_code, source, test, created_at)
     VALUES ($1, 'a hash', '', gen_random_uuid(), 409, 'manual', false, now())`,
    [organisationId],
  );
}
