import { applyVerdict } from '../../../db/sql/sms/apply-verdicts.js';
import { beginResuming, endResuming } from '../../../db/sql/sms/gateway-accounts.js';
import { endOfHold, takeHoldsForDispatch } from '../../../db/sql/sms/hold-due.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import { READY } from '../../../domain/sms/verdict.js';
import type { Context, Services } from '../../context.js';
import { recordAudit } from '../../people/audit/record-audit.js';

/** Due rows per transaction: with full batches ten thousand messages. */
const ROWS_PER_STEP = 20;

/** Lets an organisation's held messages go: credit is back, or somebody says so. */
export async function resumeHeldMessages(
  context: Context,
  { gateway }: { readonly gateway?: string | null | undefined },
): Promise<{ resumed: number }> {
  const asked = gateway == null ? [...context.gateways.keys()] : [gateway];
  // A test key reaches the sandbox alone, also by letting go what others have sent.
  const gateways = context.caller.mode === 'test' ? asked.filter((name) => name === SANDBOX_GATEWAY) : asked;
  const { caller } = context;
  let resumed = 0;
  for (const name of gateways) {
    resumed += await resumeAccount(context, caller.organisationId, name, (tx) =>
      recordAudit(tx, caller, { action: 'messages.resumed', subjectId: null, after: { gateway: name } }),
    );
  }
  return { resumed };
}

/**
 * The same for one account, step by step so that no transaction grows with the number of messages; if it does not come to
 * the end, the next probe goes on. What is held again
 * meanwhile, because credit was used up, stays held, else this would never end. `note` is part of the first step that
 * changes something: there may be no second one.
 */
export async function resumeAccount(
  services: Services,
  organisationId: string,
  gateway: string,
  note: (tx: OrganisationTx) => Promise<void> = async () => undefined,
): Promise<number> {
  const first = await services.db.inOrganisation(organisationId, async (tx) => {
    const cleared = await beginResuming(tx, gateway);
    if (cleared) await note(tx);
    return { cleared, holdsUntil: await endOfHold(tx, services.policy.maxHoldHours) };
  });
  let isNoted = first.cleared;
  let resumed = 0;
  for (;;) {
    const step = await services.db.inOrganisation(organisationId, async (tx) => {
      const messageIds = await takeHoldsForDispatch(tx, gateway, first.holdsUntil, ROWS_PER_STEP);
      const changed = await applyVerdict(
        tx,
        { messageIds, attempt: null, verdict: READY, nextInSeconds: null },
        { phases: ['paused'], onlyForward: false },
      );
      if (changed.length > 0) await services.hints.announce(tx.kysely, { job: 'sms-dispatch', gateway });
      if (changed.length > 0 && !isNoted) await note(tx);
      if (messageIds.length === 0) await endResuming(tx, gateway);
      return { taken: messageIds.length, changed: changed.length };
    });
    resumed += step.changed;
    isNoted ||= step.changed > 0;
    if (step.taken === 0) return resumed;
  }
}
