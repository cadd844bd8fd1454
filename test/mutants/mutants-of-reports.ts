import type { Mutant } from './mutant.js';

/** What gateways report, and what receivers are told. */
export const REPORT_MUTANTS: readonly Mutant[] = [
  {
    name: 'rank-reversed',
    why: 'Reports move messages backwards: a late "sent" takes back a "delivered".',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'statusesOf((rank) => rank < STATUS_RANK[verdict.status])',
    replace: 'statusesOf((rank) => rank > STATUS_RANK[verdict.status])',
    killer:
      'test/operations/reports/what-reports-tell.test.ts › waits where its gateway is not configured, for a process that knows it',
  },
  {
    name: 'report-on-an-older-attempt-counts',
    why: 'A failure reported for the first attempt ends a message whose second attempt has arrived.',
    file: 'src/operations/sms/reports/judge-report.ts',
    search: 'attempt: verdict === DELIVERED ? null : attempt',
    replace: 'attempt: null',
    killer:
      'test/operations/dispatch/retry-rules.test.ts › failure reported for an older attempt changes nothing; delivery does',
  },
  {
    name: 'report-overtakes-the-answer',
    why: 'The end of a message depends on whether the answer or the report is written first.',
    file: 'src/db/sql/sms/messages/message-states.ts',
    search: "CASE WHEN phase = 'submitting' THEN false ELSE true END",
    replace: 'true',
    killer:
      'test/operations/reports/report-race.test.ts › a report that comes before the answer is parked, and folded after it',
  },
  {
    name: 'report-dropped-at-the-first-look',
    why: 'A report is lost whose message is settled between the change and the look at what did not change.',
    file: 'src/db/sql/sms/messages/message-states.ts',
    search: "CASE WHEN status = 'delivered' THEN true ELSE false END",
    replace: "CASE WHEN phase = 'submitting' THEN false ELSE true END",
    killer:
      'test/operations/reports/report-race.test.ts › a report whose answer is committed between the change and the look at what did not change is kept',
  },
  {
    name: 'report-of-another-gateway-counts',
    why: 'A gateway moves messages of another gateway whose ids look like its own.',
    file: 'src/db/sql/sms/dispatch/attempts.ts',
    search: 'WHERE provider_id = ANY (:providerIds) AND gateway = :gateway AND found_by_provider_id',
    replace: "WHERE provider_id = ANY (:providerIds) AND :gateway <> '' AND found_by_provider_id",
    killer: 'test/operations/reports/what-reports-tell.test.ts › by an id that another gateway has given moves nothing',
  },
  {
    name: 'counts-locked-before-messages',
    why: 'Two workers wait for each other: the lock order is message rows first, then the counts of the campaign.',
    file: 'src/db/sql/sms/messages/message-states.ts',
    search: 'ORDER BY id FOR NO KEY UPDATE\n     )',
    replace: 'ORDER BY id\n     )',
    killer:
      'test/operations/reports/report-race.test.ts › all messages of a batch are locked before the counts of their campaign',
  },
  {
    name: 'logs-locked-in-any-order',
    why: 'Two transactions that append to the same logs wait for each other.',
    file: 'src/db/postgres/log-writes.ts',
    search: '[...new Set(this.behindLocks.map(({ organisationId }) => organisationId))].sort()',
    replace: '[...new Set(this.behindLocks.map(({ organisationId }) => organisationId))]',
    killer:
      'test/operations/events/append-events.test.ts › locks the logs of several organisations in one order, so that transactions never deadlock',
  },
  {
    name: 'log-not-locked',
    why: 'Two transactions give their events the same numbers, and one of them fails.',
    file: 'src/db/postgres/log-writes.ts',
    search: ' FOR NO KEY UPDATE',
    replace: '',
    killer: 'test/operations/events/append-events.test.ts › wait for the lock of the log before it takes a number',
  },
  {
    name: 'events-of-a-savepoint-kept',
    why: 'Webhooks tell of changes that were rolled back.',
    file: 'src/db/postgres/transaction.ts',
    search: 'tx.logWrites.truncate(count);',
    replace: '',
    killer:
      'test/operations/events/append-events.test.ts › leaves nothing of a transaction that fails, and of a savepoint that is rolled back',
  },
  {
    name: 'webhook-position-before-post',
    why: 'A worker that dies while it posts leaves events that no worker posts again.',
    file: 'src/operations/webhooks/deliver/turn.ts',
    search: 'const portion: Portion = { work, attempts: await caller.post(work.outgoing) };',
    replace: `await settlePortion(services, lease, { work: { ...work, outgoing: [] }, attempts: [] });
    const portion: Portion = { work, attempts: await caller.post(work.outgoing) };`,
    killer:
      'test/operations/webhooks/meanwhile.test.ts › its place in the log is behind no event that it has not been called with',
  },
  {
    name: 'webhook-lease-not-checked-at-settle',
    why: 'A worker that settles late writes over what the next one has found out about the endpoint.',
    file: 'src/db/sql/webhooks/leases.ts',
    search: 'WHERE organisation_id = :organisationId AND id = :id AND lease_id = :leaseId FOR UPDATE`',
    replace: 'WHERE organisation_id = :organisationId AND id = :id AND :leaseId::uuid IS NOT NULL FOR UPDATE`',
    killer:
      'test/operations/webhooks/meanwhile.test.ts › another worker leases it: what came of the calls is not written down, and the lease stays',
  },
  {
    name: 'signature-over-other-bytes',
    why: 'No receiver can verify a webhook any more, or one that checks less takes a replay.',
    file: 'src/domain/events/signature.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    search: '${id}.${timestamp}.${body}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
    replace: '${id}.${body}',
    killer:
      'test/operations/webhooks/redeliver.test.ts › a new secret signs beside the one before it for a day, and an older one no longer',
  },
];
