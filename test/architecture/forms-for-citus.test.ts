import { describe, expect, it } from '@jest/globals';
import { beginningsOf } from '../support/database/sent-statements.js';
import { listForms, SENT_TO_CITUS } from '../support/database/sent-to-citus.js';
import { isAboutAll, RULES } from './rules-for-citus.js';

type Rule = keyof typeof RULES;

/** Statements that break a rule, by how they begin, and that Citus runs rightly nevertheless. */
const KNOWN: Readonly<Partial<Record<Rule, readonly string[]>>> = {
  'a look into a table in CASE or COALESCE of an UPDATE, which Citus takes for a function that is not immutable': [
    // The end of a turn of a webhook; test/citus/statements.test.ts says why its steps do no harm.
    'UPDATE webhook_endpoints e SET last_sequence = CASE WHEN',
  ],
};

const rules = Object.keys(RULES) as Rule[];

describe('the statements that Citus gets', () => {
  it.each(rules)('have nowhere %s, but for those that are known', (rule) => {
    const known = KNOWN[rule] ?? [];
    expect(beginningsOf(SENT_TO_CITUS.filter(RULES[rule]), known)).toEqual([...known].sort());
  });
});

describe('while a node is away', () => {
  it('statements that go on ask nothing about all organisations', async () => {
    const [usual, limited] = await Promise.all([listForms(null), listForms(new Set(['x']))]);
    const goOn = [...limited].filter(([text, forms]) => forms.join() !== usual.get(text)?.join());
    expect(goOn.flatMap(([, forms]) => forms).filter(isAboutAll)).toEqual([]);
    expect(goOn.length).toBeGreaterThan(15);
  });
});

/** A statement with the fault, whose rows it sees, and the form that Citus takes. */
const FAULTS: Readonly<Record<Rule, { readonly sees?: string; readonly fault: string; readonly form: string }>> = {
  'an INSERT in WITH, whose columns Citus puts in another order': {
    fault: 'WITH e AS (INSERT INTO events (organisation_id) VALUES ($1) RETURNING sequence) SELECT sequence FROM e',
    form: 'INSERT INTO events (organisation_id) VALUES ($1) RETURNING sequence',
  },
  'an INSERT of parameters, which Citus would copy into the table past row level security': {
    fault: 'INSERT INTO sms_due (organisation_id, id) SELECT $1, id FROM unnest($2::uuid[]) AS id',
    form: `INSERT INTO sms_due (organisation_id, id) SELECT home.organisation_id, id
      FROM (SELECT organisation_id FROM event_logs WHERE organisation_id = $1) AS home, unnest($2::uuid[]) AS id`,
  },
  'a volatile function in INSERT … SELECT, whose rows Citus would collect on the coordinator': {
    fault:
      'INSERT INTO events (organisation_id, created_at) SELECT l.organisation_id, clock_timestamp() FROM event_logs l WHERE l.organisation_id = $1',
    form: 'INSERT INTO events (organisation_id, created_at) SELECT l.organisation_id, statement_timestamp() FROM event_logs l WHERE l.organisation_id = $1',
  },
  'a table without a condition on its own organisation_id, which Citus reads in a step of its own': {
    fault: `SELECT l.oldest_sequence, (SELECT max(sequence) FROM events e WHERE e.organisation_id = l.organisation_id)
      FROM event_logs l WHERE l.organisation_id = $1`,
    form: `SELECT l.oldest_sequence, (SELECT max(sequence) FROM events e WHERE e.organisation_id = $1)
      FROM event_logs l WHERE l.organisation_id = $1`,
  },
  'a look into a table in CASE or COALESCE of an UPDATE, which Citus takes for a function that is not immutable': {
    fault: `UPDATE campaigns c SET name = coalesce(c.name, (SELECT s.name FROM sender_ids s WHERE s.organisation_id = $1))
      WHERE c.organisation_id = $1`,
    form: `UPDATE campaigns c SET name = coalesce(c.name, s.name)
      FROM (SELECT max(s.name) AS name FROM sender_ids s WHERE s.organisation_id = $1) AS s WHERE c.organisation_id = $1`,
  },
  'the time in CASE or COALESCE of an UPDATE': {
    fault: 'UPDATE campaigns SET paused_at = coalesce(paused_at, now()) WHERE organisation_id = $1',
    form: 'UPDATE campaigns SET paused_at = coalesce(paused_at, clock.now) FROM (SELECT now() AS now) AS clock WHERE organisation_id = $1',
  },
  'the time in DO UPDATE': {
    fault:
      'INSERT INTO gateway_accounts (gateway) VALUES ($1) ON CONFLICT (gateway) DO UPDATE SET next_probe_at = now()',
    form: 'INSERT INTO gateway_accounts (gateway) VALUES ($1) ON CONFLICT (gateway) DO UPDATE SET next_probe_at = excluded.next_probe_at',
  },
  'a time that DO UPDATE calculates with an interval': {
    fault: `INSERT INTO gateway_accounts AS a (gateway) VALUES ($1) ON CONFLICT (gateway)
      DO UPDATE SET paused_at = excluded.paused_at WHERE a.paused_at <= excluded.paused_at - interval '5 minutes'`,
    form: `INSERT INTO gateway_accounts AS a (gateway) VALUES ($1) ON CONFLICT (gateway)
      DO UPDATE SET paused_at = excluded.paused_at WHERE excluded.paused_at - a.paused_at >= interval '5 minutes'`,
  },
  'the time in RETURNING': {
    fault: 'UPDATE sms_due SET tries = 0 WHERE organisation_id = $1 RETURNING id, due_at - now()',
    form: 'UPDATE sms_due SET tries = 0 WHERE organisation_id = $1 RETURNING id, due_at',
  },
  'a time that an UPDATE calculates with a column': {
    fault: 'UPDATE sms_due SET due_at = now() - (due_at - created_at) WHERE organisation_id = $1',
    form: 'UPDATE sms_due SET due_at = now() - make_interval(secs => $2) WHERE organisation_id = $1',
  },
  'CASE of a word, which Citus puts together wrongly': {
    fault: `SELECT CASE status WHEN 'sent' THEN 1 END FROM sms_messages WHERE organisation_id = $1`,
    form: `SELECT CASE WHEN status = 'sent' THEN 1 END FROM sms_messages WHERE organisation_id = $1`,
  },
  'a join with a table of the coordinator': {
    sees: 'everybody',
    fault: 'SELECT o.name, c.id FROM campaigns c JOIN organisations o USING (organisation_id)',
    form: 'WITH o AS MATERIALIZED (SELECT organisation_id, name FROM organisations) SELECT o.name, c.id FROM campaigns c JOIN o USING (organisation_id)',
  },
  'a lock on rows of several organisations': {
    sees: 'everybody',
    fault: 'SELECT id FROM webhook_endpoints WHERE organisation_id = ANY ($1::uuid[]) FOR UPDATE',
    form: 'SELECT id FROM webhook_endpoints WHERE organisation_id = $1 FOR UPDATE',
  },
  'a notification on the node of an organisation, where no process listens': {
    fault: `SELECT pg_notify('events', id::text) FROM campaigns WHERE organisation_id = $1`,
    form: `SELECT pg_notify('events', id::text) FROM unnest($1::uuid[]) AS id`,
  },
  'what is on no node, in a transaction that runs on one': {
    sees: 'organisation on its node',
    fault: 'SELECT name FROM organisations WHERE organisation_id = $1',
    form: 'SELECT name FROM campaigns WHERE organisation_id = $1',
  },
  'recursion over organisations': {
    sees: 'everybody',
    fault: 'WITH RECURSIVE o AS (SELECT organisation_id FROM sms_due) SELECT organisation_id FROM o',
    form: 'SELECT DISTINCT organisation_id FROM sms_due',
  },
  'LATERAL over organisations': {
    sees: 'everybody',
    fault: 'SELECT d.id FROM unnest($1::text[]) AS g, LATERAL (SELECT id FROM sms_due WHERE gateway = g LIMIT 1) d',
    form: 'SELECT min(id) FROM sms_due WHERE gateway = ANY ($1::text[]) GROUP BY gateway',
  },
  'a look into a table for each row of WITH': {
    sees: 'everybody',
    fault: `WITH p AS (SELECT organisation_id AS id FROM event_logs LIMIT $1)
      SELECT q.id FROM p q WHERE EXISTS (SELECT 1 FROM events WHERE organisation_id = q.id)`,
    form: `WITH p AS (SELECT organisation_id AS id FROM event_logs LIMIT $1)
      SELECT l.organisation_id FROM event_logs l WHERE EXISTS (SELECT 1 FROM events WHERE organisation_id = l.organisation_id)`,
  },
};

describe('the rules', () => {
  it.each(rules)('find %s, and nothing in the form that Citus takes', (rule) => {
    const { sees = 'organisation', fault, form } = FAULTS[rule];
    const brokenBy = (text: string) => rules.filter((each) => RULES[each]({ sees, text: text.replace(/\s+/g, ' ') }));
    expect(brokenBy(fault)).toEqual([rule]);
    expect(brokenBy(form)).toEqual([]);
  });

  it.each([
    'SELECT m.id FROM sms_messages m JOIN campaigns c USING (organisation_id) WHERE m.organisation_id = $1',
    'SELECT m.id FROM sms_messages m, campaigns c WHERE m.organisation_id = $1 AND c.organisation_id = m.organisation_id',
    'SELECT id FROM sms_messages WHERE organisation_id = $1 UNION ALL SELECT id FROM campaigns',
    'SELECT id FROM sms_messages WHERE organisation_id = $1 AND campaign_id IN (SELECT id FROM campaigns)',
    'UPDATE campaigns c SET name = $2 FROM sms_messages m WHERE c.organisation_id = $1 AND m.campaign_id = c.id',
    'DELETE FROM sms_due d USING campaigns c WHERE d.organisation_id = $1 AND c.id = d.id',
    'delete from "campaigns" where "id" = $1',
  ])('see that not every table has its own condition in: %s', (text) => {
    expect(rules.filter((rule) => RULES[rule]({ sees: 'organisation', text }))).toEqual([
      'a table without a condition on its own organisation_id, which Citus reads in a step of its own',
    ]);
  });
});
