import { CODE_OF } from '../../src/domain/sms/delivery-codes.js';
import { SANDBOX_GATEWAY } from '../../src/domain/sms/routing.js';
import type { Filling } from './filling.js';
import { GATEWAYS } from './messages.js';

/** The number of every organisation to which people write. */
const OWN_NUMBER = '20880';
/** Of the people who got a message. */
const WRITERS = 0.1;
const CHAT_WRITERS = 0.3;
const MOST_MESSAGES = 20;
/** How many messages a person wrote: most write one or two. */
const COUNT = `1 + floor(${MOST_MESSAGES} * pg_temp.dice(:seed::bigint, person, 31) ^ 4)::integer`;
const KEYWORDS = ['STOP', 'START', 'HELP'];

const TEXTS = [
  'When are you open?',
  'Thank you!',
  'Where is my order? It was promised for Monday, and nobody called.',
  'Asante sana',
  'Yes, 10:30 is fine.',
  'Please call me back',
  'شكرا جزيلا',
  'C',
];

/** What people wrote to the number and the phones of the organisation, with their conversations. */
export async function insertInbox({ tx, own }: Filling): Promise<void> {
  const { seed, prefixes } = own;
  await tx.sql(WRITING, { seed, prefixes, gateway: GATEWAYS.direct });
  await tx.sql(FROM_CHATS, { seed, gateway: SANDBOX_GATEWAY });
  await tx.sql(PLAN, { seed, texts: TEXTS, keywords: KEYWORDS });
  for (const statement of [MESSAGES, CONVERSATIONS, HAPPENINGS, CONSENT]) await tx.sql(statement);
  await tx.sql(SUPPRESSIONS, { code: CODE_OF.UserInBlacklist });
}

/** People answer within a quarter of an hour after the last message that they got. */
const WRITING = `
CREATE TEMPORARY TABLE inbox_writers ON COMMIT DROP AS
SELECT 'sms'::conversation_channel AS channel, contact AS person, '${OWN_NUMBER}' AS own_address,
       pg_temp.mobile(:seed::bigint, contact, :prefixes::text[]) AS party, false AS is_group, false AS test, :gateway::text AS gateway,
       least(now() - interval '1 second', last_at + interval '15 minutes' * pg_temp.dice(:seed::bigint, contact, 32)) AS until,
       ${COUNT.replace('person', 'contact')} AS messages
FROM (SELECT contact, max(ended_at) AS last_at FROM message_plan WHERE outcome = 'delivered' AND NOT test GROUP BY contact) m
WHERE pg_temp.dice(:seed::bigint, contact, 33) < ${WRITERS}`;

/** What the sandbox reports is of the sandbox. */
const FROM_CHATS = `
INSERT INTO inbox_writers
SELECT 'chat', person, session_id::text, recipient, is_group, true, :gateway, until, ${COUNT}
FROM (
  SELECT session_id, recipient, is_group, min(n) + 1000000000 AS person,
         least(now() - interval '1 second', max(p.created_at) + interval '10 minutes') AS until
  FROM chat_plan p JOIN chat_messages c USING (id, session_id, is_group)
  WHERE c.organisation_id = :organisationId AND outcome = 'read' GROUP BY session_id, recipient, is_group
) c
WHERE pg_temp.dice(:seed::bigint, person, 33) < ${CHAT_WRITERS}`;

/** A sixth of those who write by SMS end with a keyword. Every fifth conversation has unread messages. */
const PLAN = `
CREATE TEMPORARY TABLE inbox_plan ON COMMIT DROP AS
SELECT w.*, pg_temp.id_at(w.received_at, w.number, 'inbound ' || :seed::bigint || ' ' || w.channel || ' ' || w.person) AS id,
       pg_temp.id_at(w.began_at, 0, 'conversation ' || :seed::bigint || ' ' || w.channel || ' ' || w.person) AS conversation_id,
       CASE WHEN w.channel = 'sms' AND w.number = w.messages THEN (:keywords::text[])[1 + floor(18 * w.luck)::integer] END AS word,
       (:texts::text[])[1 + floor(cardinality(:texts::text[]) * w.text_luck)::integer] AS text,
       w.number > w.messages - CASE WHEN w.unread_luck < 0.2 THEN 1 + floor(w.messages * w.unread_luck)::integer ELSE 0 END AS is_unread,
       w.channel = 'chat' AND w.text_luck < 0.1 AS is_media
FROM (
  SELECT w.*, number, until - interval '20 hours' * (messages - number) AS received_at, until - interval '20 hours' * (messages - 1) AS began_at,
         pg_temp.dice(:seed::bigint, person, 34) AS luck, pg_temp.dice(:seed::bigint, person, 35) AS unread_luck,
         pg_temp.dice(:seed::bigint, person * ${MOST_MESSAGES} + number, 36) AS text_luck
  FROM inbox_writers w CROSS JOIN LATERAL generate_series(1, messages) AS number
) w`;

const MOBILE = `CASE WHEN NOT is_group THEN party END`;
const KEYWORD = `lower(word)::consent_wish`;

const MESSAGES = `
INSERT INTO inbound_messages (organisation_id, id, channel, sender, mobile, own_number, session_id, participant, gateway,
                              gateway_key, kind, text, media_url, media_type, media_name, conversation_id, keyword, test, received_at)
SELECT :organisationId, id, channel, party, ${MOBILE}, CASE WHEN channel = 'sms' THEN own_address END,
       CASE WHEN channel = 'chat' THEN own_address::uuid END, CASE WHEN is_group THEN 'lid:' || 100 + number END,
       gateway, id::text, CASE WHEN is_media THEN 'media' ELSE 'text' END::inbound_kind,
       CASE WHEN NOT is_media THEN coalesce(initcap(word), text) END,
       CASE WHEN is_media THEN 'https://media.example.invalid/' || id END, CASE WHEN is_media THEN 'image/jpeg' END,
       CASE WHEN is_media THEN 'photo.jpg' END, conversation_id, ${KEYWORD}, test, received_at
FROM inbox_plan ORDER BY inbox_plan.id`;

const CONVERSATIONS = `
INSERT INTO conversations (organisation_id, id, channel, own_address, party, mobile, test, unread, last_inbound_id, last_at,
                           read_up_to, revision, created_at)
SELECT :organisationId, conversation_id, channel, own_address, party, ${MOBILE}, test, count(*) FILTER (WHERE is_unread),
       (array_agg(id ORDER BY number DESC))[1], max(received_at),
       (array_agg(id ORDER BY number DESC) FILTER (WHERE NOT is_unread))[1], count(*), min(received_at)
FROM inbox_plan GROUP BY conversation_id, channel, own_address, party, is_group, test`;

const HAPPENINGS = `
INSERT INTO happenings (at, place, type, subject_id, revision, test)
SELECT received_at, 6, CASE channel WHEN 'sms' THEN 'sms.received' ELSE 'chat_message.received' END, id, 1, test FROM inbox_plan`;

/** A START of somebody who is not suppressed changes nothing. */
const CONSENT = `
INSERT INTO consent_changes (organisation_id, id, mobile, change, source, word, own_number, inbound_id, changed_at, created_at)
SELECT :organisationId, id, party, 'opted_out', 'keyword', word, own_address, id, received_at, received_at
FROM inbox_plan WHERE word = 'STOP'`;

const SUPPRESSIONS = `
INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source, reason, created_at)
SELECT :organisationId, id, party, :code, 'keyword', word, received_at FROM inbox_plan WHERE word = 'STOP'
ON CONFLICT (organisation_id, mobile, sender_id) DO NOTHING`;
