import { scheduleDue } from '../../../db/sql/sms/agenda.js';
import { applyVerdict } from '../../../db/sql/sms/apply-verdicts.js';
import type { LeasedRow } from '../../../db/sql/sms/leases.js';
import { findAttemptNumbers } from '../../../db/sql/sms/message-states.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { IN_DOUBT } from '../../../domain/sms/verdict.js';
import type { Services } from '../../context.js';
import { FIRST_LOOK, planSettingsFor, planVerdicts } from './plan.js';
import { recordUnknown } from './record-unknown.js';

/**
 * Marks messages as in doubt that a worker was submitting when it died: they may have reached the gateway. The worker's row also names
 * messages that had moved on. These keep the due time that they have, since an earlier one would end a doubt too early.
 */
export async function doubtAbandoned(
  tx: OrganisationTx,
  services: Services,
  configured: ConfiguredGateway,
  rows: readonly LeasedRow[],
): Promise<void> {
  const abandoned = rows.filter((row) => row.abandoned);
  const [first] = abandoned;
  if (!first) return;
  const messageIds = abandoned.flatMap((row) => row.message_ids);
  const { gateway } = configured;
  const plan = planVerdicts(
    messageIds.map((messageId) => ({ messageId, attempt: null, verdict: IN_DOUBT })),
    planSettingsFor(services, configured, tx.organisationId, { ...FIRST_LOOK, priority: first.priority }),
  );
  const doubted: string[] = [];
  for (const group of plan.groups) {
    doubted.push(...(await applyVerdict(tx, group, { phases: ['submitting'], onlyForward: false })).changed);
  }
  if (doubted.length === 0) return;
  services.logger.warn({ gateway: gateway.name, messages: doubted.length }, 'a worker left messages in doubt');
  const attempts = await findAttemptNumbers(tx, doubted);
  await recordUnknown(tx, gateway.name, attempts, null);
  const due = plan.due.map((row) => ({ ...row, messageIds: doubted }));
  await scheduleDue(tx, due);
}
