import { type DueRow, rowsInTime, scheduleDue } from '../../../db/sql/sms/dispatch/agenda.js';
import { applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import { finishLease, leaseDue } from '../../../db/sql/sms/dispatch/leases.js';
import { lockForApproval, type MessageForApproval } from '../../../db/sql/sms/messages/message-states.js';
import { lockRejected } from '../../../db/sql/sms/senders/rejected-senders.js';
import { registeredName } from '../../../domain/sms/sender-id.js';
import { CLAIMABLE, READY, REJECTION_STANDS, SENDER_REJECTED, type Verdict } from '../../../domain/sms/verdict.js';
import type { SmsPhase } from '../../../domain/vocabulary.js';
import { newId } from '../../../lib/ids.js';
import { idsOf } from '../../../lib/lists.js';
import type { Services } from '../../context.js';
import { announceDispatch } from './announce.js';
import type { DispatchTurn } from './lease.js';

/**
 * One turn of messages that no worker claims because the operator has rejected their sender IDs. Holds those that are
 * due, fails those that were held for too long, and releases those whose sender IDs are rejected no longer. Returns
 * whether anything was due.
 */
export function holdRejectedNext(services: Services, turn: DispatchTurn): Promise<boolean> {
  const { batchSize, leaseSeconds, maxHoldHours } = services.policy;
  return services.db.inOrganisation(turn.organisationId, async (tx) => {
    const leaseId = newId();
    const rows = await leaseDue(tx, { ...turn, purpose: 'approval', leaseId, leaseSeconds, limit: batchSize });
    const [row] = rows;
    if (!row) return false;
    // Lock order, as of a claim: messages first, then sender IDs.
    const messages = await lockForApproval(
      tx,
      rows.flatMap((each) => each.message_ids),
    );
    const names = new Set(messages.flatMap(({ sender_id: senderId }) => namesOf(senderId)));
    const rejected = await lockRejected(tx, [...names]);
    const isRejected = ({ sender_id: senderId }: MessageForApproval) =>
      namesOf(senderId).some((name) => rejected.has(name));
    const next = Map.groupBy(messages, (message) => nextOf(message, isRejected(message)));
    const of = (step: Step) => next.get(step) ?? [];

    const place = { gateway: turn.gateway, priority: row.priority };
    const holdSeconds = maxHoldHours * 3600;
    const planned: DueRow[] = [
      { ...place, purpose: 'dispatch', due: 0, messageIds: idsOf(of('release')) },
      ...rowsInTime({ ...place, purpose: 'dispatch' }, of('dispatch')),
      ...rowsInTime({ ...place, purpose: 'approval' }, of('wait')),
      { ...place, purpose: 'approval', due: holdSeconds, messageIds: idsOf(of('hold')) },
      { ...place, purpose: 'report', due: 0, messageIds: idsOf(of('expire')) },
    ];
    const due = planned.filter(({ messageIds }) => messageIds.length > 0);
    await scheduleDue(tx, due);
    await announceDispatch(
      tx,
      services.hints,
      due.filter(({ purpose }) => purpose === 'dispatch'),
    );
    await finishLease(tx, leaseId, idsOf(rows));
    const apply = (step: Step, verdict: Verdict, phases: readonly SmsPhase[], nextInSeconds?: number) =>
      applyVerdict(tx, { messageIds: idsOf(of(step)), verdict, nextInSeconds }, { phases });
    await apply('hold', SENDER_REJECTED, CLAIMABLE, holdSeconds);
    await apply('release', READY, ['paused']);
    await apply('fail', REJECTION_STANDS, ['paused']);
    return true;
  });
}

type Step = 'expire' | 'dispatch' | 'release' | 'hold' | 'wait' | 'fail';

function nextOf({ phase, is_due: isDue, has_expired: hasExpired }: MessageForApproval, isRejected: boolean): Step {
  // Another turn ends expired messages.
  if (hasExpired) return 'expire';
  if (phase !== 'paused') return isRejected && isDue ? 'hold' : 'dispatch';
  if (!isRejected) return 'release';
  return isDue ? 'fail' : 'wait';
}

const namesOf = (senderId: string | null) => (senderId === null ? [] : [registeredName(senderId)]);
