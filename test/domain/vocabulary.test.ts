import { describe, expect, it } from '@jest/globals';
import {
  ACTOR_KINDS,
  ATTEMPT_OUTCOMES,
  CHAT_ERROR_CODES,
  CHAT_MESSAGE_TYPES,
  CHAT_PHASES,
  CHAT_STATUSES,
  CODE_PURPOSES,
  DUE_PURPOSES,
  HOLD_REASONS,
  KEY_MODES,
  LIVE_STATUSES,
  ROLES,
  SENDER_STATUSES,
  SESSION_STATES,
  SMS_ENCODINGS,
  SMS_PHASES,
  SMS_STATUSES,
  STATUS_RANK,
  SUPPRESSION_SOURCES,
  WEBHOOK_DELIVERY_STATUSES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_STATUSES,
} from '../../src/domain/vocabulary.js';
import { useServices } from '../support/use-services.js';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  sms_status: SMS_STATUSES,
  sms_phase: SMS_PHASES,
  sms_encoding: SMS_ENCODINGS,
  hold_reason: HOLD_REASONS,
  attempt_outcome: ATTEMPT_OUTCOMES,
  due_purpose: DUE_PURPOSES,
  suppression_source: SUPPRESSION_SOURCES,
  key_mode: KEY_MODES,
  session_state: SESSION_STATES,
  chat_message_type: CHAT_MESSAGE_TYPES,
  chat_status: CHAT_STATUSES,
  chat_phase: CHAT_PHASES,
  chat_error: CHAT_ERROR_CODES,
  webhook_status: WEBHOOK_STATUSES,
  webhook_disabled_reason: WEBHOOK_DISABLED_REASONS,
  webhook_delivery_status: WEBHOOK_DELIVERY_STATUSES,
  member_role: ROLES,
  code_purpose: CODE_PURPOSES,
  actor_kind: ACTOR_KINDS,
  sender_status: SENDER_STATUSES,
};

describe('words', () => {
  const services = useServices();

  it('the database knows exactly those of the domain', async () => {
    const { rows } = await services.superuser.query<{ name: string; words: string[] }>(
      `SELECT t.typname AS name, array_agg(e.enumlabel::text ORDER BY e.enumsortorder) AS words
       FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid JOIN pg_namespace n ON n.oid = t.typnamespace
       WHERE n.nspname = 'public' GROUP BY t.typname`,
    );
    const sorted = (words: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(words).map(([name, list]) => [name, [...list].sort()]));
    expect(sorted(Object.fromEntries(rows.map(({ name, words }) => [name, words])))).toEqual(sorted(WORDS));
  });

  it('every status has a rank and a count of its own', async () => {
    expect(Object.keys(STATUS_RANK).sort()).toEqual([...SMS_STATUSES].sort());
    const { rows } = await services.superuser.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'campaign_progress' AND data_type = 'integer'`,
    );
    expect(rows.map((row) => row.column_name).sort()).toEqual([...SMS_STATUSES].sort());
  });

  it('the ranks are those of the rules: live below sent, ended above it, delivered higher, cancelled for ever', () => {
    expect(STATUS_RANK).toEqual({
      queued: 0,
      held: 0,
      sent: 1,
      failed: 2,
      undelivered: 2,
      blocked: 2,
      delivered: 3,
      cancelled: 4,
    });
    expect(LIVE_STATUSES.every((status) => STATUS_RANK[status] < STATUS_RANK.failed)).toBe(true);
  });

  it('entities and migrated tables have the same columns, of which the same may be null', async () => {
    const expected: Record<string, string[]> = {};
    const found: Record<string, string[]> = {};
    for (const entity of services.orm.getMetadata().getAll().values()) {
      expected[entity.tableName] = entity.props
        .map((property) => `${property.fieldNames[0]}${property.nullable ? ' null' : ''}`)
        .sort();
      const { rows } = await services.superuser.query<{ name: string; is_nullable: string }>(
        `SELECT column_name AS name, is_nullable FROM information_schema.columns
         WHERE table_schema = 'public' AND table_name = $1`,
        [entity.tableName],
      );
      found[entity.tableName] = rows.map((row) => `${row.name}${row.is_nullable === 'YES' ? ' null' : ''}`).sort();
    }
    expect(Object.keys(expected)).toHaveLength(2);
    expect(found).toEqual(expected);
  });
});
