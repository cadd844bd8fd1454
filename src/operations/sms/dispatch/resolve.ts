import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { hasUnreadReports } from '../../../db/sql/kernel/inbox.js';
import { countUncountedAttempts, recordAttempts } from '../../../db/sql/sms/dispatch/attempts.js';
import { finishLease, type LeasedRow, leaseDue, lockLease, returnLease } from '../../../db/sql/sms/dispatch/leases.js';
import { type DoubtfulMessage, findInDoubt } from '../../../db/sql/sms/messages/message-states.js';
import type { ConfiguredGateway, LookupResult } from '../../../domain/sms/gateway.js';
import { absenceCountsAfterSeconds } from '../../../domain/sms/hand-over-times.js';
import type { Priority } from '../../../domain/sms/priority.js';
import { decodeReference, encodeReference } from '../../../domain/sms/reference.js';
import { IN_DOUBT, judgeAnswer, OUTCOME_UNKNOWN, READY, type Verdict } from '../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../domain/vocabulary.js';
import { newId } from '../../../lib/ids.js';
import { idsOf } from '../../../lib/lists.js';
import { configuredGateway, type Services } from '../../context.js';
import { retryWhileDatabaseAway } from '../../kernel/retry-writes.js';
import { doubtAbandoned } from './abandoned.js';
import { writeAnswers } from './answers.js';
import { type Batch, claimDoubtfulBatch, NOTHING_CLAIMED } from './claim.js';
import { readEarlierTries } from './earlier-tries.js';
import { ATTEMPT_IN_DOUBT, type JudgedAttempt, judgeAnswers } from './judge.js';
import { type DispatchTurn, leaseEnd } from './lease.js';
import { backOffSeconds, FIRST_LOOK, planSettingsFor, planVerdicts, writePlan } from './plan.js';
import { codeOf, settleBatch } from './settle.js';
import { type Submission, submitBatch, withStorableIds } from './submit.js';

/** After this many look-ups that did not find a reference, the gateway does not have the message. */
const LOOKUPS_TO_BE_SURE = 2;
/** A gateway that can tell is asked at least this often, however long workers or database were away before. */
const LEAST_LOOKS = 2;
/** Even messages that may be sent twice are not submitted more often than this while their answers get lost. */
const MOST_ATTEMPTS_IN_DOUBT = 3;
const IN_DOUBT_ONLY: readonly SmsPhase[] = ['in_doubt'];
/** How long a doubt waits for stored reports to be folded first. */
const REPORTS_FIRST_SECONDS = 1;

interface Doubt {
  readonly leaseId: string;
  readonly leaseEndsAtMs: number;
  readonly rows: readonly LeasedRow[];
  readonly tries: number;
  readonly priority: Priority;
  /** Those of the rows' messages that are still in doubt and whose time has come. */
  readonly messages: readonly DoubtfulMessage[];
}

/**
 * One turn of resolving lost answers of an organisation at a gateway. The worker leases messages that are in doubt,
 * lets stored reports be folded first, and then uses the best means that the gateway offers: submit the same reference
 * again, look it up (`domain/sms/hand-over-times.ts`: from when "not found" is final), or apply the policy of the
 * message. By default that fails the message: it is never sent twice. Returns whether anything was due.
 */
export async function resolveNext(services: Services, turn: DispatchTurn): Promise<boolean> {
  const configured = configuredGateway(services, turn.gateway);
  const doubt = await leaseDoubt(services, configured, turn);
  if (doubt === null) return false;
  if (doubt === 'reports first') return true;
  const resolve = resolutionFor(services, configured, doubt);
  await resolve(services, configured, turn, doubt);
  return true;
}

/**
 * The best means is used for IN_DOUBT_WAIT_SECONDS; for look-ups this time begins when "not found" counts. After that
 * only the policy of the message is left. What was submitted again is not looked up: a later one of its calls could
 * still arrive after "not found".
 */
export function resolutionFor(services: Services, configured: ConfiguredGateway, doubt: Doubt) {
  const { capabilities } = configured.gateway;
  const barelyAsked = doubt.tries <= LEAST_LOOKS;
  if (capabilities.idempotentReference) {
    return barelyAsked || ageSeconds(doubt) < services.policy.inDoubtWaitSeconds ? submitAgain : decideByPolicy;
  }
  return capabilities.lookup && (barelyAsked || mayLookUp(services, configured, doubt)) ? lookUp : decideByPolicy;
}

function mayLookUp({ policy }: Services, { pace }: ConfiguredGateway, doubt: Doubt): boolean {
  return ageSeconds(doubt) < absenceCountsAfterSeconds(policy, pace.timeoutMs) + policy.inDoubtWaitSeconds;
}

function ageSeconds({ messages }: Doubt): number {
  return Math.min(...messages.map((message) => message.age_seconds));
}

export function leaseDoubt(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
): Promise<Doubt | 'reports first' | null> {
  const { organisationId } = turn;
  return services.db.inOrganisation(organisationId, async (tx) => {
    const leaseId = newId();
    const { batchSize, leaseSeconds } = services.policy;
    const limit = Math.min(batchSize, configured.pace.batchSize);
    const askedAtMs = performance.now();
    const rows = await leaseDue(tx, { ...turn, purpose: 'resolve', leaseId, leaseSeconds, limit });
    const [first] = rows;
    if (!first) return null;
    await doubtAbandoned(tx, services, configured, rows);
    const messageIds = rows.flatMap((row) => row.message_ids);
    if (await hasUnreadReports(tx, turn.gateway, messageIds)) {
      await returnLease(tx, leaseId, REPORTS_FIRST_SECONDS);
      return 'reports first';
    }
    const messages = await findInDoubt(tx, turn.gateway, messageIds);
    const leaseEndsAtMs = leaseEnd(askedAtMs, first.lease_left_ms);
    return { leaseId, leaseEndsAtMs, rows, tries: first.tries, priority: first.priority, messages };
  });
}

const standingOf = ({ tries, priority }: Doubt) => ({ backOff: 0, doubt: tries, priority });

const finish = (tx: OrganisationTx, { leaseId, rows }: Doubt) => finishLease(tx, leaseId, idsOf(rows));

export async function submitAgain(services: Services, configured: ConfiguredGateway, turn: DispatchTurn, doubt: Doubt) {
  const claimed = await claimAgain(services, turn, doubt);
  const submission = await submitBatch(services, configured, turn.organisationId, claimed.batch, doubt.leaseEndsAtMs);
  await settleAgain(services, configured, turn, doubt, { ...claimed, submission });
}

interface ClaimedAgain {
  readonly batch: Batch;
  readonly spared: readonly JudgedAttempt[];
}

export function claimAgain(services: Services, turn: DispatchTurn, doubt: Doubt): Promise<ClaimedAgain> {
  return services.db.inOrganisation(turn.organisationId, async (tx) => {
    // Another worker may be submitting these messages since the lease has ended.
    if ((await lockLease(tx, doubt.leaseId)) === null) return { batch: NOTHING_CLAIMED, spared: [] };
    const { delivered, reported } = await readEarlierTries(tx, doubt.messages);
    const isSpared = ({ id }: DoubtfulMessage) => delivered.has(id) || reported.has(id);
    const others = idsOf(doubt.messages.filter((message) => !isSpared(message)));
    const batch = await claimDoubtfulBatch(tx, services, turn.gateway, others);
    const claimed = new Set(idsOf(batch.messages));
    // Those that have expired are not claimed, and stay in doubt until a report comes or the wait ends.
    const left = doubt.messages.filter(({ id }) => !claimed.has(id));
    const spared = left.map(({ id: messageId, attempt, claim }) => {
      // The recipient has the text, so what is left of the doubt about the retry must not send it.
      return { messageId, attempt, claim, verdict: delivered.has(messageId) ? OUTCOME_UNKNOWN : IN_DOUBT };
    });
    return { batch, spared };
  });
}

export async function settleAgain(
  services: Services,
  configured: ConfiguredGateway,
  { organisationId }: DispatchTurn,
  doubt: Doubt,
  { batch, spared, submission }: ClaimedAgain & { readonly submission: Submission },
): Promise<void> {
  const plan = planSettingsFor(services, configured, organisationId, standingOf(doubt), batch.messages);
  const { gateway } = configured;
  await retryWhileDatabaseAway(services.logger, () =>
    services.db.inOrganisation(organisationId, async (tx) => {
      const judged = await judgeAnswers(tx, batch, submission.answers, ATTEMPT_IN_DOUBT);
      await settleBatch(tx, { logger: services.logger, gateway, submission, judged, wereInDoubt: true, plan });
      await writePlan(tx, planVerdicts(spared, plan), { phases: IN_DOUBT_ONLY });
      await finish(tx, doubt);
    }),
  );
}

export async function lookUp(services: Services, configured: ConfiguredGateway, turn: DispatchTurn, doubt: Doubt) {
  const { organisationId } = turn;
  const again = idsOf(doubt.messages.filter(({ attempt }) => attempt > 1));
  const uncounted = await services.db.inOrganisation(organisationId, (tx) => countUncountedAttempts(tx, again));
  const timeIsOver = !mayLookUp(services, configured, doubt);
  const references = new Map(
    doubt.messages.map((message) => [
      encodeReference({ organisationId, messageId: message.id, attempt: message.attempt }),
      message,
    ]),
  );
  let found: readonly LookupResult[];
  try {
    const signal = AbortSignal.timeout(configured.pace.timeoutMs);
    found = (await configured.gateway.lookup?.([...references.keys()], signal)) ?? [];
  } catch (error) {
    services.logger.warn({ err: error, gateway: turn.gateway }, 'the look-up at the gateway failed');
    if (timeIsOver) return decideByPolicy(services, configured, turn, doubt);
    await services.db.inOrganisation(organisationId, (tx) =>
      returnLease(tx, doubt.leaseId, backOffSeconds(doubt.tries)),
    );
    return;
  }
  const results = new Map(found.map((result) => [result.reference, result]));
  const judged: JudgedAttempt[] = [];
  const unclear: JudgedAttempt[] = [];
  for (const [reference, message] of references) {
    const { id: messageId, attempt, claim } = message;
    const result = results.get(reference);
    const counted = attempt - (uncounted.get(messageId) ?? 0);
    const isAbsent = result?.outcome === null;
    const tells = result && (!isAbsent || isCallOver(services, configured, message));
    if (tells) judged.push({ messageId, attempt, claim, verdict: judgeLookup(result, counted, doubt.tries) });
    else if (timeIsOver && !isAbsent) judged.push(judgeByPolicy(message));
    else unclear.push({ messageId, attempt, claim, verdict: IN_DOUBT });
  }
  await writeDown(services, configured, turn, doubt, { judged, unclear, found });
}

/**
 * Whether no worker can still submit the attempt. A step of the database's clock must not end the lease and this wait
 * at once.
 */
function isCallOver({ policy, databaseClock }: Services, { pace }: ConfiguredGateway, message: DoubtfulMessage) {
  const passedMs = databaseClock.passedForCertain(message.age_seconds * 1000, message.now_ms);
  return passedMs >= absenceCountsAfterSeconds(policy, pace.timeoutMs) * 1000;
}

export function judgeLookup({ outcome }: LookupResult, attempt: number, looks: number): Verdict {
  if (outcome) return judgeAnswer(outcome, attempt);
  return looks >= LOOKUPS_TO_BE_SURE ? SEND_AGAIN : IN_DOUBT;
}

const SEND_AGAIN: Verdict = {
  ...READY,
  next: { purpose: 'dispatch', delay: { kind: 'seconds', atLeast: 0, atMost: 0 }, otherGateway: false },
};
/** The gateway may have the message, so it can no longer be cancelled. */
const SEND_ONCE_MORE: Verdict = { ...SEND_AGAIN, handedOver: true };

export async function decideByPolicy(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  doubt: Doubt,
) {
  await writeDown(services, configured, turn, doubt, { judged: doubt.messages.map(judgeByPolicy) });
}

/**
 * Nothing more can be learned. Sending again may send twice, so only messages whose caller allowed that are sent again,
 * until they expire.
 */
export function judgeByPolicy({ id, attempt, claim, at_least_once, has_expired }: DoubtfulMessage): JudgedAttempt {
  const again = at_least_once && attempt < MOST_ATTEMPTS_IN_DOUBT && !has_expired;
  return { messageId: id, attempt, claim, verdict: again ? SEND_ONCE_MORE : OUTCOME_UNKNOWN };
}

interface Findings {
  readonly judged: readonly JudgedAttempt[];
  readonly unclear?: readonly JudgedAttempt[];
  readonly found?: readonly LookupResult[];
}

async function writeDown(
  services: Services,
  configured: ConfiguredGateway,
  turn: DispatchTurn,
  doubt: Doubt,
  { judged, unclear = [], found = [] }: Findings,
): Promise<void> {
  // If the look-up finds a refusal, the doubt ends and the message may change to another gateway.
  const settings = planSettingsFor(services, configured, turn.organisationId, standingOf(doubt), doubt.messages);
  // Nothing was learned about these, so the look does not count.
  const startOver = planSettingsFor(services, configured, turn.organisationId, {
    ...FIRST_LOOK,
    priority: doubt.priority,
  });
  await services.db.inOrganisation(turn.organisationId, async (tx) => {
    const plan = planVerdicts(judged, settings);
    const answers = { logger: services.logger, judged, plan, settings, phases: IN_DOUBT_ONLY };
    const { inTime, late } = await writeAnswers(tx, answers);
    await recordFound(tx, configured, [...inTime, ...late], found);
    await writePlan(tx, planVerdicts(unclear, startOver), { phases: IN_DOUBT_ONLY });
    await finish(tx, doubt);
  });
}

/** Also keeps the gateway's own id: later reports may name nothing else. */
async function recordFound(
  tx: OrganisationTx,
  { gateway }: ConfiguredGateway,
  judged: readonly JudgedAttempt[],
  found: readonly LookupResult[],
): Promise<void> {
  const results = new Map(
    found.map((result) => [decodeReference(result.reference)?.messageId, withStorableIds(result)]),
  );
  const attempts = judged.flatMap(({ messageId, attempt, verdict }) => {
    const result = results.get(messageId);
    if (!result?.outcome || verdict.attempt === null) return [];
    return {
      messageId,
      number: attempt,
      outcome: verdict.attempt,
      deliveryCode: codeOf(result.outcome),
      providerId: result.providerId ?? null,
      rawCode: null,
      rawReason: null,
    };
  });
  const foundByProviderId = !gateway.capabilities.reportsCarryReference;
  await recordAttempts(tx, { gateway: gateway.name, foundByProviderId, requestedAt: new Date() }, attempts);
}
