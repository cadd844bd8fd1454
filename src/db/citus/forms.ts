import type pg from 'pg';
import { DUE_PURPOSES } from '../../domain/vocabulary.js';
import { type Form, type Forms, parametersOf, type Statement } from '../postgres/statement.js';
import { byOrganisation, together } from '../postgres/transaction.js';
import { CONFIRM, OF_ENGINE, OF_OTHER_ENGINES, STALLED, stalledUnless } from '../sql/chat/session-states.js';
import { SESSION_OWNERS } from '../sql/chat/sessions.js';
import { DOUBT_ABANDONED } from '../sql/chat/settle-messages.js';
import { ANNOUNCE, IS_BEHIND, makingDue, NOTIFY, PORTION, UNANNOUNCED } from '../sql/events/announce-events.js';
import { DUE_WORK, FIRST_OF_EACH, HORIZON, OUTSIDE_ORGANISATIONS, WORK } from '../sql/kernel/due-work.js';
import { UNREAD_REPORTS, unreadReports } from '../sql/kernel/inbox.js';
import { dueOrganisations, isDueBy, isFor, WITHIN_RETRIES } from '../sql/sms/dispatch/agenda.js';
import {
  LOCK_ATTEMPTS,
  lockAttempts,
  READ_PARTS,
  readPartsWhere,
  WRITE_PART_CODES,
} from '../sql/sms/dispatch/attempt-parts.js';
import { ATTEMPTS_BY_PROVIDER_ID } from '../sql/sms/dispatch/attempts.js';
import { ELSEWHERE } from '../sql/sms/dispatch/unconfigured-gateways.js';
import { TAKE_TO_PROBE } from '../sql/sms/gateways/gateway-accounts.js';
import { TOLD } from '../sql/sms/gateways/gateway-alerts.js';
import {
  INSERT_WITH_ALL,
  INSERT_WITH_DUE,
  inputFrom,
  insertsFrom,
  MANY,
  ONE,
} from '../sql/sms/messages/insert-messages.js';
import { SIZES } from '../sql/upkeep/growth.js';
import { FIGURES } from '../sql/upkeep/health-figures.js';
import { DAYS, RETENTIONS } from '../sql/upkeep/housekeeping.js';
import { DUE_ENDPOINTS, isEndpointDueBy } from '../sql/webhooks/leases.js';
import { shardOf } from './placement.js';
import { amongReachable } from './reachable.js';
import { writtenIn } from './written-in.js';

/** Sends each statement in the form that Citus takes. */
export const formsOfCitus: Forms = {
  send: (statement, send) => (FORMS.get(statement.statement) ?? asItStands)(statement, send),
  // Lists have too many texts to be remembered, and what only reads stands as it is.
  ofCompiled: (statement) =>
    /^select\b/i.test(statement.sql) ? statement : { ...statement, sql: writtenIn(statement.sql) },
};

const asItStands: Form = (statement, send) => send({ ...statement, statement: writtenIn(statement.statement) });

/** Another text with the same parameters. */
const inWords =
  (text: string): Form =>
  (statement, send) =>
    send({ ...statement, statement: text });

/** While a node is away: about the organisations of the others. Other statements about all of them fail. */
const goesOn =
  (text: string): Form =>
  (statement, send) =>
    send(amongReachable({ ...statement, statement: text }));

/** Several texts, each with some of the parameters. */
const inTurn =
  (texts: readonly string[]): Form =>
  async (statement, send) => {
    const sent = texts.map((text) => send(part(statement, text)));
    return joined(await together(sent));
  };

function part({ values, ...statement }: Statement, text: string): Statement {
  const own = parametersOf(text).flatMap((name) => (name in values ? [[name, values[name]] as const] : []));
  return { ...statement, statement: writtenIn(text), values: Object.fromEntries(own) };
}

function joined(results: readonly pg.QueryResult[]): pg.QueryResult {
  return { ...(results[0] as pg.QueryResult), rows: results.flatMap(({ rows }) => rows) };
}

/** One query for each shard, whatever the number of gateways. */
const DUE_WORK_OF_NODES = `
WITH due AS (
  SELECT work, gateway, min(due_at) AS due_at FROM (
    SELECT organisation_id, ${WORK} AS work, gateway, due_at FROM sms_due
    WHERE gateway = ANY (:gateways::text[]) AND ${isDueBy(HORIZON)}
    UNION ALL
    SELECT organisation_id, 'probe', gateway, next_probe_at FROM gateway_accounts
    WHERE gateway = ANY (:gateways::text[]) AND next_probe_at <= ${HORIZON}
    UNION ALL
    SELECT organisation_id, 'webhooks', NULL, greatest(due_at, not_before) FROM webhook_endpoints
    WHERE ${isEndpointDueBy(HORIZON)}
  ) AS of_nodes
  GROUP BY work, gateway
  UNION ALL${OUTSIDE_ORGANISATIONS}
)${FIRST_OF_EACH}`;

/** Without recursion over organisations: each node reads all of its due rows. */
const DUE_ORGANISATIONS = DUE_PURPOSES.flatMap((purpose) =>
  ['now()', WITHIN_RETRIES].map((by): [string, Form] => [
    dueOrganisations(purpose, by),
    goesOn(`
SELECT DISTINCT organisation_id FROM sms_due
WHERE ${isFor(purpose)} AND gateway = :gateway AND priority = ANY (:priorities::smallint[]) AND ${isDueBy(by)}`),
  ]),
);

/** Without recursion over gateways, which Citus lacks: each node reads all rows that are due soon. */
const ELSEWHERE_ON_NODES = `
SELECT DISTINCT gateway FROM sms_due WHERE ${isFor('dispatch')} AND gateway <> ALL (:gateways::text[]) AND ${isDueBy(WITHIN_RETRIES)}`;

/** Looks into another table for each row of a table, not for each row of a portion. */
const UNANNOUNCED_OF_NODES = `
WITH portion AS MATERIALIZED (${PORTION}),
looked AS MATERIALIZED (
  SELECT count(*)::int AS looked, (SELECT organisation_id FROM portion ORDER BY organisation_id DESC LIMIT 1) AS last FROM portion
),
behind AS MATERIALIZED (
  SELECT DISTINCT organisation_id FROM webhook_endpoints e
  WHERE organisation_id >= :from AND organisation_id <= (SELECT last FROM looked) AND ${IS_BEHIND}
)
SELECT looked, last, ARRAY(SELECT organisation_id FROM behind) AS behind FROM looked`;

/** Endpoints are locked of one organisation at a time, and no process listens on nodes. */
const announce: Form = async ({ values, reachable, ...statement }, send) => {
  const ids = values.organisationIds as readonly string[];
  const among = ids.filter((id) => reachable?.has(id) ?? true).toSorted();
  const due = among.map((organisationId) => asItStands({ statement: MAKE_DUE, values: {}, organisationId }, send));
  return joined(await together([send({ ...statement, statement: `SELECT ${NOTIFY}`, values }), ...due]));
};

const MAKE_DUE = `${makingDue(':organisationId')}
SELECT count(*)::int AS endpoints FROM due`;

/** Attempts are locked of one organisation at a time. */
const lockAttemptsOfEach: Form = async (statement, send) => {
  const { rows } = await goesOn(OWNERS_OF_PARTS)(statement, send);
  const locked = byOrganisation(rows, (row) => row.organisation_id as string).map(([organisationId, parts]) =>
    send({
      statement: LOCK_OWN_ATTEMPTS,
      values: { ...statement.values, providerIds: parts.map((row) => row.provider_id) },
      organisationId,
    }),
  );
  return joined(await together(locked));
};

const OWNERS_OF_PARTS = `
SELECT organisation_id, provider_id FROM sms_attempt_parts
WHERE provider_id = ANY (:providerIds) AND gateway = :gateway`;

const LOCK_OWN_ATTEMPTS = lockAttempts('organisation_id = :organisationId AND');

/** An INSERT has to stand alone: within WITH its columns get another order. */
const insertsApart = (messages: string, ids: string) =>
  Object.values(
    insertsFrom(
      `(${inputFrom(messages)}) AS input`,
      `sms_messages WHERE organisation_id = :organisationId AND id = ${ids}`,
    ),
  );

const ONE_APART = insertsApart(ONE, ':id::uuid');
const MANY_APART = insertsApart(MANY, 'ANY (:id::uuid[])');

/**
 * While a node is away, reports that may be about its organisations wait untried, and messages of other nodes do not
 * wait for them. Reports that have waited together have the time of the oldest.
 */
const unread: Form = (statement, send) =>
  send({ ...statement, statement: statement.reachable ? UNREAD_OF_SOME : UNREAD });

const ARRIVED = '(r.received_at >= waited.since OR r.tries = 0) AND r.received_at <= waited.until';
const UNREAD = unreadReports(`(r.due_at <= now() OR r.tries = 0) AND ${ARRIVED}`);
const UNREAD_OF_SOME = unreadReports(`r.due_at <= now() AND ${ARRIVED}`);

/** When all nodes answer, unprocessed reports include those that have waited for a node that was away. */
const stalled: Form = (statement, send) =>
  statement.reachable ? goesOn(STALLED)(statement, send) : send({ ...statement, statement: STALLED_OF_ALL });

const STALLED_OF_ALL = stalledUnless('tries = 0');

const SIZES_OF_NODES = `
SELECT (SELECT sum(result::float8) FROM run_command_on_all_nodes('SELECT pg_database_size(current_database())')) AS database_bytes,
       (citus_total_relation_size(:messages::regclass) + citus_total_relation_size(:attempts::regclass))::float8 AS message_bytes,
       (SELECT sum(result::float8) FROM run_command_on_all_nodes(format(
         'SELECT coalesce(sum(greatest(reltuples, 0)), 0) FROM pg_class WHERE relkind = ''r'' AND relname ~ ''^%s_[0-9]+$''', :messages
       ))) AS messages`;

const RETENTIONS_OF_NODES = `
SELECT organisation_id, groupid AS node, ${DAYS}
FROM (SELECT *, ${shardOf('organisation_id')} AS shardid FROM organisations) o
JOIN pg_dist_placement USING (shardid)
ORDER BY organisation_id`;

/** The statements that have a form of their own. */
export const FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  [DUE_WORK, goesOn(DUE_WORK_OF_NODES)],
  ...DUE_ORGANISATIONS,
  [ELSEWHERE, goesOn(ELSEWHERE_ON_NODES)],
  [UNANNOUNCED, goesOn(UNANNOUNCED_OF_NODES)],
  [ANNOUNCE, announce],
  [LOCK_ATTEMPTS, lockAttemptsOfEach],
  // So that Citus asks the nodes of these organisations alone.
  [READ_PARTS, inWords(readPartsWhere('WHERE p.organisation_id = ANY (:organisationIds::uuid[])'))],
  [INSERT_WITH_DUE.one, inTurn(ONE_APART.slice(0, 3))],
  [INSERT_WITH_DUE.many, inTurn(MANY_APART.slice(0, 3))],
  [INSERT_WITH_ALL.one, inTurn(ONE_APART)],
  [INSERT_WITH_ALL.many, inTurn(MANY_APART)],
  [UNREAD_REPORTS, unread],
  [STALLED, stalled],
  [SIZES, inWords(SIZES_OF_NODES)],
  [RETENTIONS, inWords(RETENTIONS_OF_NODES)],
  ...[ATTEMPTS_BY_PROVIDER_ID, WRITE_PART_CODES, TOLD, TAKE_TO_PROBE].map(itself),
  ...[SESSION_OWNERS, OF_ENGINE, OF_OTHER_ENGINES, CONFIRM, DOUBT_ABANDONED, DUE_ENDPOINTS, FIGURES].map(itself),
]);

function itself(statement: string): [string, Form] {
  return [statement, goesOn(statement)];
}
