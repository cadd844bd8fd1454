import type { MikroORM } from '@mikro-orm/postgresql';
import type { SmsEncoding } from '../../domain/vocabulary.js';
import { appendAtOnce, type Tx } from '../transaction.js';
import { appendEvents, appending } from './events/append-events.js';
import { MESSAGE_COLUMNS, type MessageRow } from './rows.js';

export interface NewMessage {
  readonly id: string;
  readonly dueId: string;
  readonly mobile: string;
  readonly body: string;
  readonly senderId: string | null;
  readonly reference: string | null;
  readonly metadata: Record<string, unknown> | null;
  readonly segments: number;
  readonly encoding: SmsEncoding;
  readonly test: boolean;
  readonly atLeastOnce: boolean;
  readonly scheduledAt: Date | null;
  readonly gateway: string;
}

/** Inserts a message with its row of the agenda, and appends its event. */
export async function insertMessage(tx: Tx, organisationId: string, message: NewMessage): Promise<MessageRow> {
  const [row] = (await tx.sql<MessageRow>(STATEMENT, parametersOf(organisationId, message))) as [MessageRow];
  const { id, status, revision, delivery_code: deliveryCode } = row;
  appendEvents(tx, organisationId, [{ type: `sms.${status}`, subjectIds: [id], revision, deliveryCode }]);
  return row;
}

/** The same as a transaction of its own: a single send is judged by its round trips. */
export async function insertMessageAtOnce(
  orm: MikroORM,
  organisationId: string,
  message: NewMessage,
): Promise<MessageRow> {
  const [row] = await appendAtOnce<MessageRow>(orm, organisationId, WITH_EVENT, parametersOf(organisationId, message));
  return row as MessageRow;
}

function parametersOf(organisationId: string, message: NewMessage): unknown[] {
  return [
    organisationId,
    message.id,
    message.mobile,
    message.body,
    message.senderId,
    message.reference,
    message.metadata,
    message.segments,
    message.encoding,
    message.test,
    message.atLeastOnce,
    message.scheduledAt,
    message.dueId,
    message.gateway,
  ];
}

const statement = (more: string) => `
WITH suppressed AS (
  SELECT max(delivery_code) AS code FROM suppressions
  WHERE organisation_id = $1 AND mobile = $3 AND sender_id IN ('', $5) AND (NOT test OR $10)
),
message AS (
  INSERT INTO sms_messages (organisation_id, id, mobile, body, sender_id, reference, metadata, segments, encoding, test,
                            at_least_once, status, phase, delivery_code, scheduled_at, next_action_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
         (CASE WHEN s.code IS NULL THEN 'queued' ELSE 'blocked' END)::sms_status,
         (CASE WHEN s.code IS NOT NULL THEN 'done' WHEN $12::timestamptz IS NULL THEN 'ready' ELSE 'scheduled'
          END)::sms_phase,
         s.code, $12, CASE WHEN s.code IS NULL THEN $12::timestamptz END
  FROM suppressed s
  RETURNING ${MESSAGE_COLUMNS}
),
due AS (
  INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
  SELECT $1, $13, $14, 'dispatch', coalesce($12, now()), ARRAY[id], 1 FROM message WHERE phase <> 'done'
)${more}
SELECT ${MESSAGE_COLUMNS} FROM message`;

const STATEMENT = statement('');

const WITH_EVENT = statement(`,
appended AS (${appending(`SELECT 'sms.' || status AS type, id AS subject_id, revision, delivery_code FROM message`)})`);
