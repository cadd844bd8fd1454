import { priorityOf } from '../../../../domain/sms/priority.js';
import type { SmsEncoding } from '../../../../domain/vocabulary.js';
import { snakeCase } from '../../../../lib/snake-case.js';
import type { Database } from '../../../database.js';
import type { OrganisationTx } from '../../../postgres/transaction.js';
import { appendEvents, appending } from '../../events/append-events.js';
import type { CreatedBy } from '../../people/created-by.js';
import { addingTo, countMoves, newMove, THIS_QUARTER } from '../campaigns/statistics.js';
import { type DueRow, scheduleDue } from '../dispatch/agenda.js';
import { MESSAGE_COLUMNS, type MessageRow } from './messages.js';

export interface NewMessage extends CreatedBy {
  readonly id: string;
  readonly mobile: string;
  readonly body: string;
  readonly senderId: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly segments: number;
  readonly encoding: SmsEncoding;
  readonly test: boolean;
  readonly atLeastOnce: boolean;
  readonly promotional: boolean;
  readonly scheduledAt: Date | null;
  readonly validUntil: Date | null;
  /** Of a reply: the gateway through which the person wrote. */
  readonly inboundGateway: string | null;
  readonly gateway: string;
}

/** Inserts messages with their rows of the agenda, and appends their events. Returns the rows by id. */
export async function insertMessages(
  tx: OrganisationTx,
  messages: readonly NewMessage[],
): Promise<Map<string, MessageRow>> {
  if (messages.length === 0) return new Map();
  const { statement, values } = insertOf(INSERT_WITH_DUE, messages);
  const rows = await tx.sql<MessageRow>(statement, values);
  const inserted = byId(rows);
  await scheduleExpiry(tx, messages, inserted);
  appendEvents(
    tx,
    rows.map(({ id, status, revision, delivery_code: deliveryCode }) => {
      return { type: `sms.${status}`, subjectIds: [id], revision, deliveryCode } as const;
    }),
  );
  countMoves(
    tx,
    rows.map((row) => newMove(row, 1)),
  );
  return inserted;
}

/** When the messages expire, a worker ends those that still wait, whatever they wait for. */
async function scheduleExpiry(
  tx: OrganisationTx,
  messages: readonly NewMessage[],
  inserted: ReadonlyMap<string, MessageRow>,
): Promise<void> {
  const rows = messages.flatMap(({ id, gateway, validUntil, atLeastOnce }): DueRow[] => {
    if (validUntil === null || inserted.get(id)?.status !== 'queued') return [];
    return [{ gateway, purpose: 'report', due: validUntil, messageIds: [id], priority: priorityOf(1, atLeastOnce) }];
  });
  await scheduleDue(tx, rows);
}

/**
 * The same in a transaction of its own, in one statement and one round trip: a single send is hardly more than that.
 * The messages must not have `validUntil`.
 */
export async function insertMessagesAtOnce(
  db: Database,
  organisationId: string,
  messages: readonly NewMessage[],
): Promise<Map<string, MessageRow>> {
  if (messages.length === 0) return new Map();
  const { statement, values } = insertOf(INSERT_WITH_ALL, messages);
  const rows = await db.appendAtOnce<MessageRow>(organisationId, statement, values);
  db.noteMoves(rows.map((row) => newMove(row, 1)));
  return byId(rows);
}

const byId = (rows: readonly MessageRow[]) => new Map(rows.map((row) => [row.id, row]));

/** A statement for one message, and one for several: arrays cost PostgreSQL a tenth of a single send. */
interface Insert {
  readonly one: string;
  readonly many: string;
}

function insertOf(insert: Insert, messages: readonly NewMessage[]) {
  const [message] = messages as readonly [NewMessage];
  const isOne = messages.length === 1;
  const values: Record<string, unknown> = {};
  for (const [name] of FIELDS) {
    values[name] = isOne ? parameterOf(message, name) : messages.map((each) => parameterOf(each, name));
  }
  return { statement: isOne ? insert.one : insert.many, values };
}

/** The driver would write the metadata of one message as JSON, but not those of several. */
function parameterOf(message: NewMessage, name: keyof NewMessage) {
  const value = message[name];
  return name === 'metadata' && value !== null ? JSON.stringify(value) : value;
}

const TYPES: Readonly<Record<keyof NewMessage, string>> = {
  id: 'uuid',
  mobile: 'text',
  body: 'text',
  senderId: 'text',
  reference: 'text',
  metadata: 'jsonb',
  segments: 'smallint',
  encoding: 'sms_encoding',
  test: 'boolean',
  atLeastOnce: 'boolean',
  promotional: 'boolean',
  scheduledAt: 'timestamptz',
  validUntil: 'timestamptz',
  inboundGateway: 'text',
  gateway: 'text',
  created_by_kind: 'actor_kind',
  created_by_id: 'uuid',
  created_by_name: 'text',
};
const FIELDS = Object.entries(TYPES) as [keyof NewMessage, string][];
const COLUMNS = FIELDS.map(([name]) => snakeCase(name));
/** The gateway stands in the agenda, until a worker claims the message. */
const STORED = COLUMNS.filter((column) => column !== 'gateway').join(', ');

const parameters = (suffix: '' | '[]') => FIELDS.map(([name, type]) => `:${name}::${type}${suffix}`).join(', ');

export const ONE = `(VALUES (${parameters('')}))`;
export const MANY = `unnest(${parameters('[]')})`;

/**
 * The messages, each with the code of the suppression that blocks it. PostgreSQL looks it up once a message, since it
 * is an aggregate.
 */
export const inputFrom = (messages: string) => `
  SELECT i.*, blocked.code
  FROM ${messages} AS i (${COLUMNS.join(', ')})
  CROSS JOIN LATERAL (
    SELECT max(s.delivery_code) AS code FROM suppressions s
    WHERE s.organisation_id = :organisationId AND s.mobile = i.mobile AND s.sender_id IN ('', i.sender_id)
      AND (NOT s.test OR i.test) AND (NOT s.promotional_only OR i.promotional)
  ) AS blocked`;

/** Inserts the rows of `input`, and what belongs to the messages. Later ones read them from `messages`. */
export const insertsFrom = (input: string, messages: string) => ({
  message: `
INSERT INTO sms_messages AS m (organisation_id, ${STORED}, status, phase, delivery_code, next_action_at)
SELECT :organisationId, ${STORED},
       (CASE WHEN code IS NULL THEN 'queued' ELSE 'blocked' END)::sms_status,
       (CASE WHEN code IS NOT NULL THEN 'done' WHEN scheduled_at IS NULL THEN 'ready' ELSE 'scheduled' END)::sms_phase,
       code, CASE WHEN code IS NULL THEN scheduled_at END
FROM ${input}
RETURNING ${MESSAGE_COLUMNS}`,
  due: `
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, priority)
  SELECT :organisationId, id, gateway, 'dispatch', coalesce(scheduled_at, now()), ARRAY[id], 1,
         CASE WHEN at_least_once THEN ${priorityOf(1, true)} ELSE ${priorityOf(1, false)} END
  FROM ${input} WHERE code IS NULL
`,
  troubled: `
  INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
  SELECT :organisationId, id, 'blocked', code FROM ${input} WHERE code IS NOT NULL
`,
  appended: appending(`SELECT 'sms.' || status AS type, id AS subject_id, revision, delivery_code FROM ${messages}`),
  counted: addingTo(
    `(SELECT ${THIS_QUARTER} AS quarter, test, sender_id, status, delivery_code, 1 AS messages FROM ${messages}) AS c`,
  ),
});

const { appended, counted, ...WITH_DUE } = insertsFrom('input', 'message');

const inOne = (messages: string, inserts: Readonly<Record<string, string>>) => `
WITH input AS (${inputFrom(messages)}),
${Object.entries(inserts)
  .map(([name, insert]) => `${name} AS (${insert})`)
  .join(',\n')}
SELECT ${MESSAGE_COLUMNS} FROM message`;

const insertWith = (inserts: Readonly<Record<string, string>>): Insert => ({
  one: inOne(ONE, inserts),
  many: inOne(MANY, inserts),
});

/** In parts, keyed sends take PostgreSQL a tenth more, and the API process a fifth. */
export const INSERT_WITH_DUE = insertWith(WITH_DUE);
export const INSERT_WITH_ALL = insertWith({ ...WITH_DUE, appended, counted });
