import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { recordUnknownAttempts } from '../../../db/sql/sms/dispatch/attempts.js';
import type { LeasedRow } from '../../../db/sql/sms/dispatch/leases.js';
import { findSubmitting } from '../../../db/sql/sms/messages/message-states.js';
import type { ConfiguredGateway } from '../../../domain/sms/gateway.js';
import { IN_DOUBT } from '../../../domain/sms/verdict.js';
import type { Services } from '../../context.js';
import { FIRST_LOOK, planSettingsFor, planVerdicts, writePlan } from './plan.js';

/**
 * Marks messages as in doubt that a worker was submitting when it died: they may have reached the gateway. The worker's
 * row also names messages that had moved on. These keep the due time that they have, since an earlier one would end a
 * doubt too early.
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
  const { gateway } = configured;
  const named = abandoned.flatMap((row) => row.message_ids);
  // The row of a lease that was lost may name what another worker is submitting through another gateway.
  const submitting = await findSubmitting(tx, gateway.name, named);
  const judged = submitting.map(({ id, attempt, claim }) => ({ messageId: id, attempt, claim, verdict: IN_DOUBT }));
  const standing = { ...FIRST_LOOK, priority: first.priority };
  const plan = planVerdicts(judged, planSettingsFor(services, configured, tx.organisationId, standing));
  const doubted = await writePlan(tx, plan, { phases: ['submitting'] });
  if (doubted.size === 0) return;
  services.logger.warn({ gateway: gateway.name, messages: doubted.size }, 'a worker left messages in doubt');
  const attempts = submitting.filter(({ id }) => doubted.has(id));
  await recordUnknownAttempts(tx, gateway.name, attempts, null);
}
