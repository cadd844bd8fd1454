import { DEMO_PHONES } from '../../src/domain/chat/sandbox-numbers.js';
import { hashParticipant } from '../../src/domain/secret-keys.js';
import { SANDBOX_GATEWAY } from '../../src/domain/sms/routing.js';
import type { SessionState } from '../../src/domain/vocabulary.js';
import type { Filling } from './filling.js';
import { insertRows } from './rows.js';
import { DIFFICULT_NAMES, FIRST_NAMES } from './texts.js';

/** The ratio of SMS to chat messages. */
const SMS_PER_CHAT_MESSAGE = 50;
const LEAST_MESSAGES = 20;
const PARTICIPANTS = 5;
const GROUPS = ['Branch managers', 'Night shift', 'Drivers', 'Regular customers'] as const;
const HOUR_MS = 3600 * 1000;

/** The states that a phone has gone through, with the hours that the last of them has lasted. */
const PHONES: readonly {
  name: string;
  states: readonly SessionState[];
  hours: number;
  reason?: string;
  test?: true;
}[] = [
  { name: 'Reception', states: ['starting', 'scan_qr', 'connected'], hours: 600 },
  { name: 'Support', states: ['starting', 'scan_qr', 'connected', 'disconnected', 'starting', 'connected'], hours: 90 },
  { name: 'Sales', states: ['starting', 'scan_qr', 'connected', 'stalled'], hours: 2, reason: 'acks_missing' },
  {
    name: 'Warehouse',
    states: ['starting', 'scan_qr', 'connected', 'disconnected'],
    hours: 7,
    reason: 'session_unknown',
  },
  { name: 'New phone', states: ['starting', 'scan_qr'], hours: 0.2 },
  { name: 'Old phone', states: ['starting', 'scan_qr', 'connected', 'stopped'], hours: 200, reason: 'requested' },
  { name: 'Broken phone', states: ['starting', 'failed'], hours: 30, reason: 'start_refused' },
  { name: 'Test phone', states: ['starting', 'scan_qr', 'connected'], hours: 400, test: true },
  { name: 'Just started', states: ['starting'], hours: 0.005 },
  ...DIFFICULT_NAMES.map((name) => ({ name, states: ['starting', 'scan_qr', 'connected'] as const, hours: 50 })),
];
const HOURS_A_STATE = 0.5;

type Phone = ReturnType<typeof phoneOf>;

/** Phones in every state, their groups and messages. */
export async function insertChat(filling: Filling): Promise<void> {
  const { tx, own, random } = filling;
  const wanted = own.place === 0 ? PHONES : PHONES.slice(0, random.whole(1, PHONES.length));
  const phones = wanted.map((phone) => phoneOf(filling, phone));
  await insertRows(
    tx,
    'chat_sessions',
    phones.map(({ session }) => session),
  );
  await insertRows(
    tx,
    'chat_session_changes',
    phones.flatMap(({ changes }) => changes),
  );
  await insertRows(tx, 'happenings', phones.flatMap(happeningsOf));
  for (const { session } of phones) {
    const { id, name, engine, created_at } = session;
    filling.audit.record('session.created', created_at, id, { name, engine, start: true });
  }
  const sending = phones.filter(({ changes }) => changes.some(({ state }) => state === 'connected'));
  await insertGroups(filling, sending);
  await insertMessages(filling, sending);
}

function phoneOf({ own, month, random }: Filling, { name, states, hours, reason, test }: (typeof PHONES)[number]) {
  const since = (index: number) => month.ago((hours + (states.length - 1 - index) * HOURS_A_STATE) * HOUR_MS);
  const createdAt = since(-1);
  const [organisation_id, id] = [own.id, random.idAt(createdAt)];
  const changes = (['stopped', ...states] as const).map((state, index, all) => ({
    organisation_id,
    session_id: id,
    revision: index + 1,
    state,
    reason: index === 0 ? 'created' : index === all.length - 1 ? (reason ?? null) : null,
    changed_at: since(index - 1),
  }));
  const state = states.at(-1) as SessionState;
  const hasPhone = states.includes('connected') && state !== 'scan_qr';
  const number = state === 'disconnected' ? DEMO_PHONES.disconnected : `1202555${random.whole(1_000, 9_999)}`;
  const session = {
    organisation_id,
    id,
    name,
    engine: SANDBOX_GATEWAY,
    test: test ?? false,
    state,
    previous_state: changes.at(-2)?.state ?? null,
    reason: changes.at(-1)?.reason ?? null,
    phone_number: hasPhone ? number : null,
    state_since: since(states.length - 1),
    revision: changes.length,
    confirmed_at: state === 'stopped' || state === 'failed' ? since(states.length - 1) : month.until,
    unacked_since: state === 'stalled' ? since(states.length - 1) : null,
    groups_refreshed_at: hasPhone ? month.ago(HOUR_MS) : null,
    created_at: createdAt,
    updated_at: since(states.length - 1),
  };
  return { session, changes };
}

function happeningsOf({ session, changes }: Phone) {
  return changes.flatMap(({ state, revision, changed_at }, index) => {
    const before = changes[index - 1]?.state;
    if (state !== 'connected' && before !== 'connected') return [];
    const type = state === 'connected' ? 'session.connected' : 'session.disconnected';
    return [{ at: changed_at, place: 5, type, subject_id: session.id, revision, corrected: false, test: session.test }];
  });
}

async function insertGroups({ tx, own, random }: Filling, phones: readonly Phone[]): Promise<void> {
  const rows = phones.flatMap(({ session }) =>
    GROUPS.map((name, index) => ({
      organisation_id: own.id,
      session_id: session.id,
      chat_id: groupOf(session.id, index),
      name,
      participant_count: random.whole(PARTICIPANTS, 200),
    })),
  );
  await insertRows(tx, 'chat_groups', rows);
}

const groupOf = (sessionId: string, index: number) => `120363${sessionId.replace(/\D/g, '').slice(-12)}${index}@g.us`;

async function insertMessages({ tx, own, month, secretKey }: Filling, phones: readonly Phone[]): Promise<void> {
  const count = Math.max(Math.floor(own.messages / SMS_PER_CHAT_MESSAGE), LEAST_MESSAGES);
  const connected = phones.map(({ session, changes }) => ({
    ...session,
    from: changes.find(({ state }) => state === 'connected')?.changed_at as Date,
    until: session.state === 'connected' ? month.until : session.state_since,
  }));
  await tx.sql(PLAN, {
    seed: own.seed,
    count,
    sessionIds: connected.map(({ id }) => id),
    tests: connected.map(({ test }) => test),
    from: connected.map(({ from }) => from.toISOString()),
    until: connected.map(({ until }) => until.toISOString()),
    groups: GROUPS.length,
  });
  await tx.sql(MESSAGES, { seed: own.seed, prefixes: own.prefixes, names: FIRST_NAMES, engine: SANDBOX_GATEWAY });
  const participants = Array.from({ length: PARTICIPANTS }, (_, index) =>
    hashParticipant(secretKey, own.id, `${index}@lid`),
  );
  await tx.sql(RECEIPTS, { participants });
  await tx.sql(HAPPENINGS);
}

/** The outcome of a chat message, drawn with the column `luck`. */
const OUTCOME = `CASE WHEN luck < 0.70 THEN 'read' WHEN luck < 0.88 THEN 'delivered' WHEN luck < 0.94 THEN 'sent'
  WHEN luck < 0.965 THEN 'rejected' WHEN luck < 0.98 THEN 'gave_up' WHEN luck < 0.99 THEN 'unavailable' ELSE 'doubt' END`;

const PLAN = `
CREATE TEMPORARY TABLE chat_plan ON COMMIT DROP AS
SELECT d.*, ${OUTCOME} AS outcome, pg_temp.id_at(created_at, n & 4095, 'chat ' || :seed::bigint || ' ' || n) AS id,
       created_at + interval '0.4 seconds' AS sent_at,
       created_at + interval '1 second' * (1 + 30 * slowness) AS delivered_at,
       created_at + interval '1 second' * (40 + 3000 * slowness) AS read_at
FROM (
  SELECT n, p.session_id, p.test, row_number() OVER () AS place,
         p.from_at + (p.until_at - p.from_at - interval '1 hour' * least(1, extract(epoch FROM p.until_at - p.from_at) / 3600))
           * pg_temp.dice(:seed::bigint, n, 21) AS created_at,
         pg_temp.dice(:seed::bigint, n, 22) AS luck, pg_temp.dice(:seed::bigint, n, 23) ^ 3 AS slowness,
         pg_temp.dice(:seed::bigint, n, 24) < 0.12 AS is_group,
         floor(pg_temp.dice(:seed::bigint, n, 25) * 400)::bigint AS contact,
         floor(pg_temp.dice(:seed::bigint, n, 26) * :groups::integer)::integer AS group_no,
         CASE floor(pg_temp.dice(:seed::bigint, n, 27) * 20) WHEN 0 THEN 'image' WHEN 1 THEN 'image' WHEN 2 THEN 'voice'
           WHEN 3 THEN 'video' WHEN 4 THEN 'file' ELSE 'text' END AS kind
  FROM generate_series(1, :count::bigint) AS n
  JOIN unnest(:sessionIds::uuid[], :tests::boolean[], :from::timestamptz[], :until::timestamptz[]) WITH ORDINALITY
    AS p (session_id, test, from_at, until_at, place) ON p.place = 1 + n % cardinality(:sessionIds::uuid[])
) d`;

const STATUS = `CASE outcome WHEN 'rejected' THEN 'failed' WHEN 'gave_up' THEN 'failed' WHEN 'unavailable' THEN 'failed'
  WHEN 'doubt' THEN 'pending' ELSE outcome END::chat_status`;
const WAS_SENT = `outcome IN ('sent', 'delivered', 'read', 'gave_up')`;
const WAS_DELIVERED = `outcome IN ('delivered', 'read')`;
const TYPE = `CASE WHEN is_group AND kind = 'file' THEN 'text' ELSE kind END`;
const MEDIA_URL = `'https://media.example.invalid/' || n || CASE kind WHEN 'image' THEN '.jpg' WHEN 'voice' THEN '.ogg'
  WHEN 'video' THEN '.mp4' ELSE '.pdf' END`;
const RECEIVED = `least(${PARTICIPANTS}, 2 + n % ${PARTICIPANTS})::integer`;
const READ_BY = `CASE WHEN outcome = 'read' THEN 1 + n % 2 ELSE 0 END::integer`;

const MESSAGES = `
INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, recipient, is_group, type, body, url, filename,
                           mime_type, test, status, previous_status, phase, error, provider_reason, delivered_count, read_count,
                           revision, created_at, updated_at, sent_at, delivered_at, read_at)
SELECT :organisationId, id, session_id, :engine, upper(md5(id::text)),
       CASE WHEN is_group THEN '120363' || right(regexp_replace(session_id::text, '\\D', '', 'g'), 12) || group_no || '@g.us'
            ELSE pg_temp.mobile(:seed::bigint, contact, :prefixes::text[]) END,
       is_group, (${TYPE})::chat_message_type,
       CASE WHEN ${TYPE} = 'text' THEN 'Hello ' || (:names::text[])[1 + n % cardinality(:names::text[])] || ', your parcel is here.'
            WHEN kind = 'image' THEN 'Our new opening hours' END,
       CASE WHEN ${TYPE} <> 'text' THEN ${MEDIA_URL} END, CASE WHEN ${TYPE} = 'file' THEN 'invoice-' || n || '.pdf' END,
       CASE WHEN ${TYPE} = 'file' THEN 'application/pdf' END, test, ${STATUS},
       CASE outcome WHEN 'read' THEN 'delivered' WHEN 'delivered' THEN 'sent' WHEN 'gave_up' THEN 'sent' ELSE 'pending'
         END::chat_status,
       CASE WHEN outcome = 'doubt' THEN 'in_doubt' ELSE 'settled' END::chat_phase,
       CASE outcome WHEN 'rejected' THEN 'provider_rejected' WHEN 'gave_up' THEN 'provider_failed'
         WHEN 'unavailable' THEN 'provider_unavailable' WHEN 'doubt' THEN 'provider_timeout' END::chat_error,
       CASE WHEN outcome = 'rejected' THEN 'The number is not on the chat app.' END,
       CASE WHEN is_group AND ${WAS_DELIVERED} THEN ${RECEIVED} ELSE 0 END, CASE WHEN is_group THEN ${READ_BY} ELSE 0 END,
       CASE outcome WHEN 'read' THEN 3 WHEN 'delivered' THEN 2 WHEN 'gave_up' THEN 2 WHEN 'doubt' THEN 0 ELSE 1 END,
       created_at, CASE outcome WHEN 'read' THEN read_at WHEN 'delivered' THEN delivered_at WHEN 'gave_up' THEN delivered_at
                     ELSE sent_at END,
       CASE WHEN ${WAS_SENT} THEN sent_at END, CASE WHEN ${WAS_DELIVERED} THEN delivered_at END,
       CASE WHEN outcome = 'read' THEN read_at END
FROM chat_plan m ORDER BY created_at`;

const RECEIPTS = `
INSERT INTO chat_receipts (organisation_id, message_id, participant, read, was_read)
SELECT :organisationId, id, (:participants::bytea[])[person], person <= ${READ_BY},
       CASE WHEN person <= ${READ_BY} THEN false END
FROM chat_plan m CROSS JOIN LATERAL generate_series(1, ${RECEIVED}) AS person
WHERE is_group AND ${WAS_DELIVERED} ORDER BY id`;

const HAPPENINGS = `
INSERT INTO happenings (at, place, type, subject_id, revision, test)
SELECT at, 4, 'chat_message.' || word, id, e.revision, test
FROM chat_plan m CROSS JOIN LATERAL (VALUES
  (sent_at, 'sent', 1, ${WAS_SENT}), (delivered_at, 'delivered', 2, ${WAS_DELIVERED}), (read_at, 'read', 3, outcome = 'read'),
  (delivered_at, 'failed', 2, outcome = 'gave_up'), (sent_at, 'failed', 1, outcome IN ('rejected', 'unavailable'))
) AS e (at, word, revision, happened)
WHERE happened`;
