/**
 * How a message expires. A send with `valid_until` puts a second row for its messages on the agenda, with the purpose
 * `report`, due at that time. When it is due, a worker ends those of its messages that wait to be submitted, as a
 * cancel does. A claim leaves out messages that have expired by PostgreSQL's clock, and gives them such a row that is
 * due at once (`putBackUnclaimed` in `claim.ts`).
 *
 * Nothing stores why a message is cancelled: it has expired if it was cancelled after `valid_until` and no gateway has
 * had it (`hasExpired` in `db/sql/sms/messages/messages.ts`).
 */

import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readWaiting } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { scheduleDue } from '../../../db/sql/sms/dispatch/agenda.js';
import { finishLease, type LeasedRow, leaseDue } from '../../../db/sql/sms/dispatch/leases.js';
import { findOverdue, lockClaims, type OverdueMessage } from '../../../db/sql/sms/messages/message-states.js';
import {
  CANCELLABLE,
  HOLD_EXPIRED,
  NO_REPORT,
  REVIEW_EXPIRED,
  SUBMITTED,
  type Verdict,
} from '../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../domain/vocabulary.js';
import { newId } from '../../../lib/ids.js';
import { idsOf } from '../../../lib/lists.js';
import { configuredGateway, type Services } from '../../context.js';
import { endWaiting } from './cancel-waiting.js';
import type { DispatchTurn } from './lease.js';
import { FIRST_LOOK, planSettingsFor, planVerdicts, writePlan } from './plan.js';

/** Phases in which an expired message does not wait for a report: it waits to be submitted, or perhaps will again. */
const EXPIRING: readonly SmsPhase[] = [...CANCELLABLE, ...SUBMITTED];
/**
 * After so long a worker looks again whether an expired message that it was submitting is to be submitted once more.
 */
const NEXT_LOOK_SECONDS = 60;

/**
 * One turn of ending messages that have waited too long for credit (`hold`) or for a report (`report`), or that have
 * expired.
 */
export function expireNext(services: Services, turn: DispatchTurn, purpose: 'hold' | 'report'): Promise<boolean> {
  const { organisationId } = turn;
  const configured = configuredGateway(services, turn.gateway);
  return services.db.inOrganisation(organisationId, async (tx) => {
    const leaseId = newId();
    const { batchSize, leaseSeconds } = services.policy;
    const rows = await leaseDue(tx, { ...turn, purpose, leaseId, leaseSeconds, limit: batchSize });
    const messageIds = rows.flatMap((row) => row.message_ids);
    const phase = purpose === 'hold' ? 'paused' : 'waiting_report';
    // The other messages of these rows have moved on, or wait for the report on a later attempt.
    const overdue = await findOverdue(tx, messageIds, { phase, expiring: EXPIRING });
    const expired = overdue.filter((message) => message.has_expired);
    if (expired.length > 0) await endExpired(tx, turn.gateway, { rows, overdue, expired });
    const judged = overdue
      .filter((message) => !message.has_expired)
      .map((message) => ({
        messageId: message.id,
        attempt: message.attempt,
        verdict: judgeOverdue(message),
      }));
    const plan = planVerdicts(judged, planSettingsFor(services, configured, organisationId, FIRST_LOOK));
    await writePlan(tx, plan, { phases: [phase] });
    await finishLease(tx, leaseId, idsOf(rows));
    return rows.length > 0;
  });
}

interface Expired {
  readonly rows: readonly LeasedRow[];
  readonly overdue: readonly OverdueMessage[];
  readonly expired: readonly OverdueMessage[];
}

/** Ends expired messages as a cancel would, but for those that a worker is submitting, or whose answer was lost. */
async function endExpired(tx: OrganisationTx, gateway: string, { rows, overdue, expired }: Expired): Promise<void> {
  // Lock order: all messages of the turn, by id, before the counts of their campaigns.
  const locked = await lockClaims(tx, idsOf(overdue));
  const own = new Set(idsOf(expired));
  // By the locked rows: a worker may have claimed a message since the turn has read it.
  const inOneOf = (phases: readonly SmsPhase[]) =>
    idsOf(locked.filter(({ id, phase }) => own.has(id) && phases.includes(phase)));
  await endWaiting(tx, await readWaiting(tx, inOneOf(CANCELLABLE)));
  const messageIds = inOneOf(SUBMITTED);
  const [first] = rows;
  if (!first || messageIds.length === 0) return;
  await scheduleDue(tx, [{ gateway, purpose: 'report', due: NEXT_LOOK_SECONDS, messageIds, priority: first.priority }]);
}

export function judgeOverdue({ phase, status }: OverdueMessage): Verdict {
  if (phase === 'paused') return HOLD_EXPIRED;
  return status === 'held' ? REVIEW_EXPIRED : NO_REPORT;
}
