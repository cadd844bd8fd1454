/**
 * Rows that other tests make too late or not at all: those of housekeeping and erasure, which take days (a bound, a
 * deferred message, and the suppression of an erased number), those of a gateway that is down, what a person sent and
 * decided, own keywords, and numbers, which only campaigns of more than a hundred recipients have: the one of this row
 * was removed.
 */
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
     ),
     alert AS (
       INSERT INTO gateway_alerts (organisation_id, gateway, id, is_down, revision, changed_at)
       VALUES ($1, 'away', gen_random_uuid(), true, 1, now())
     ),
     inbound AS (
       INSERT INTO inbound_messages (organisation_id, id, own_number, gateway, gateway_key, test, received_at, conversation_id)
       VALUES ($1, gen_random_uuid(), '20880', 'away', 'a key', false, now(), gen_random_uuid())
       RETURNING organisation_id, id, conversation_id
     ),
     conversation AS (
       INSERT INTO conversations (organisation_id, id, channel, own_address, party, test, unread, last_inbound_id, last_at, revision)
       SELECT organisation_id, conversation_id, 'sms', '20880', 'A shop', false, 1, id, now(), 1 FROM inbound
     ),
     consent AS (
       INSERT INTO consent_changes (organisation_id, id, change, source, word, own_number, inbound_id, changed_at)
       SELECT organisation_id, gen_random_uuid(), 'opted_out', 'keyword', 'STOP', '20880', id, now() FROM inbound
     ),
     keywords AS (
       INSERT INTO keyword_settings (organisation_id, stop_words) VALUES ($1, ARRAY['SITISHA'])
     ),
     numbers AS (
       INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
       SELECT organisation_id, campaign_id, 0, id, id, ARRAY[NULL::integer] FROM sms_messages
       WHERE organisation_id = $1 AND campaign_id IS NOT NULL LIMIT 1
     )
     INSERT INTO erased_suppressions (organisation_id, mobile_hash, sender_id, id, delivery_code, source, test, created_at)
     VALUES ($1, 'a hash', '', gen_random_uuid(), 409, 'manual', false, now())`,
    [organisationId],
  );
}
