import { finishLease, leaseDue } from '../../../db/sql/sms/leases.js';
import { findOverdue, type OverdueMessage } from '../../../db/sql/sms/message-states.js';
import { HOLD_EXPIRED, NO_REPORT, REVIEW_EXPIRED, type Verdict } from '../../../domain/sms/verdict.js';
import { newId } from '../../../lib/ids.js';
import { configuredGateway, type Services } from '../../context.js';
import type { DispatchTurn } from './lease.js';
import { FIRST_LOOK, planSettingsFor, planVerdicts, writePlan } from './plan.js';

/** One turn of ending messages that have waited too long for credit (`hold`) or for a report (`report`). */
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
    const overdue = await findOverdue(tx, phase, messageIds);
    const judged = overdue.map((message) => ({
      messageId: message.id,
      attempt: message.attempt,
      verdict: judgeOverdue(message),
    }));
    const plan = planVerdicts(judged, planSettingsFor(services, configured, organisationId, FIRST_LOOK));
    await writePlan(tx, plan, { phases: [phase], onlyForward: false });
    await finishLease(
      tx,
      leaseId,
      rows.map((row) => row.id),
    );
    return rows.length > 0;
  });
}

function judgeOverdue({ phase, status }: OverdueMessage): Verdict {
  if (phase === 'paused') return HOLD_EXPIRED;
  return status === 'held' ? REVIEW_EXPIRED : NO_REPORT;
}
