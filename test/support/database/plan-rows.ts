import { Client } from 'pg';
import { FILL_CAMPAIGN_NUMBERS } from './derived-from-messages.js';

/** The organisation that has all rows. */
export const ORGANISATION = '01970000-0000-7000-8000-000000000001';
/** One of its campaigns. */
export const CAMPAIGN = '01970000-0000-7000-8000-000000000001';
const MESSAGES = 100_000;

/** Fills every table that a planner is asked about, and gathers its statistics. */
export async function fillForPlans(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  const id = (place: string) => `('01970000-0001-7000-8000-' || lpad(to_hex(${place}), 12, '0'))::uuid`;
  const campaign = (place: string) => `('01970000-0000-7000-8000-' || lpad(to_hex(${place}), 12, '0'))::uuid`;
  for (const statement of [
    `INSERT INTO organisations (organisation_id, name) VALUES ('${ORGANISATION}', 'An organisation')`,
    `INSERT INTO campaigns (organisation_id, id, test, at_least_once, total, accepted, invalid, duplicates, suppressed)
     SELECT '${ORGANISATION}', ${campaign('n')}, false, false, 10000, 10000, 0, 0, 0 FROM generate_series(0, 9999) n`,
    `INSERT INTO campaign_progress (organisation_id, campaign_id, queued)
     SELECT '${ORGANISATION}', ${campaign('n')}, 10000 FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, segments, encoding, test, at_least_once,
                               status, phase)
     SELECT '${ORGANISATION}', ${id('n')}, ${campaign('n / 10000')}, n % 10000, (254711000000 + n)::text, 1, 'gsm7', false,
            false, 'queued', 'ready'
     FROM generate_series(0, ${MESSAGES - 1}) n`,
    FILL_CAMPAIGN_NUMBERS,
    `INSERT INTO campaign_numbers (organisation_id, campaign_id, part, first_id, last_id, last_digits)
     SELECT '${ORGANISATION}', ${campaign('n')}, 0, ${id('n')}, ${id('n')}, ARRAY[n] FROM generate_series(100, 9999) n`,
    `INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
     SELECT '${ORGANISATION}', ${id('n')}, 'failed', 404 FROM generate_series(0, 19999) n`,
    `INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
     SELECT '${ORGANISATION}', timestamptz '2026-01-01 UTC' + n * interval '15 minutes', false, '', 'sent', 101, 1
     FROM generate_series(0, 19999) n`,
    `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
     SELECT '${ORGANISATION}', ${id('n')}, (254711000000 + n)::text, 409, 'gateway' FROM generate_series(0, 19999) n`,
    `INSERT INTO erased_suppressions (organisation_id, mobile_hash, sender_id, id, delivery_code, source, test, created_at)
     SELECT '${ORGANISATION}', sha256(n::text::bytea), '', ${id('n')}, 409, 'gateway', false, now()
     FROM generate_series(0, 19999) n`,
    `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
     SELECT '${ORGANISATION}', ${id('n')}, 'north', (ARRAY['dispatch', 'report'])[1 + n % 2]::due_purpose,
            now() + n * interval '1 second', ARRAY[${id('n')}], 1
     FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_reports (id, gateway, reports, size, due_at)
     SELECT ${id('n')}, 'north', '[]', 1, now() + n * interval '1 second' FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome,
                               requested_at)
     SELECT '${ORGANISATION}', ${id('n')}, 1, 'north', 'id-' || n, n % 4 > 0, 'accepted', now()
     FROM generate_series(0, ${MESSAGES - 1}) n`,
    `INSERT INTO sms_attempt_parts (organisation_id, message_id, number, part, gateway, provider_id)
     SELECT '${ORGANISATION}', ${id('n')}, 1, part, 'north', 'part-' || n || '-' || part
     FROM generate_series(0, ${MESSAGES - 1}, 4) n, generate_series(1, 3) part`,
    `INSERT INTO gateway_opt_outs (gateway, mobile_hash, sender_id)
     SELECT 'south', sha256(n::text::bytea), 'SHOP' FROM generate_series(0, 99999) n`,
    `INSERT INTO event_logs (organisation_id) VALUES ('${ORGANISATION}')`,
    `INSERT INTO events (organisation_id, sequence, type, subject_id, revision, created_at)
     SELECT '${ORGANISATION}', n, 'sms.sent', ${id('n')}, 1, now() FROM generate_series(1, ${MESSAGES}) n`,
    `INSERT INTO events (organisation_id, sequence, type, campaign_id, revision, created_at, size, lowest_id, highest_id,
                         subject_ids)
     SELECT '${ORGANISATION}', ${MESSAGES} + 2 * n, 'sms.sent', ${campaign('n / 20')}, 1, now(), 2, ${id('n')},
            ${id('n + 1')}, ARRAY[${id('n')}, ${id('n + 1')}]
     FROM generate_series(1, 19999) n`,
    `INSERT INTO sender_ids (organisation_id, id, name)
     SELECT '${ORGANISATION}', ${id('n')}, 'Sender ' || n FROM generate_series(0, 9999) n`,
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result)
     SELECT '${ORGANISATION}', 'sendSms', n::text, '', '{}' FROM generate_series(0, 9999) n`,
    `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
     SELECT '${ORGANISATION}', ${id('n')}, 'A phone', 'waha', false, 'connected' FROM generate_series(0, 999) n`,
    `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, is_group, type, test)
     SELECT '${ORGANISATION}', ${id('n')}, ${id('n % 1000')}, 'waha', n::text, false, 'text', false
     FROM generate_series(0, 9999) n`,
    `INSERT INTO audit_entries (organisation_id, id, action, actor_kind, actor_name, subject_type)
     SELECT '${ORGANISATION}', ${id('n')}, 'member.left', 'operator', 'operator', 'member' FROM generate_series(0, 9999) n`,
    `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
     SELECT '${ORGANISATION}', ${id('n')}, n || '@example.com', 'viewer', '', 'operator', now() FROM generate_series(0, 9999) n`,
    `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence)
     SELECT '${ORGANISATION}', ${id('n')}, 'https://example.com', false, '', 0 FROM generate_series(0, 9999) n`,
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes)
     SELECT '${ORGANISATION}', ${id('n')}, 'A key', n::text::bytea, '', 'live', '{}' FROM generate_series(0, 9999) n`,
    'VACUUM campaign_progress',
    'ANALYZE',
  ]) {
    await client.query(statement);
  }
  await client.end();
}
