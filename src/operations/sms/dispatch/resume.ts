import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { endOfHold, takeHoldsForDispatch } from '../../../db/sql/sms/dispatch/agenda.js';
import { applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import {
  beginResuming,
  endResuming,
  type PausedAccount,
  takeAccountsToProbe,
} from '../../../db/sql/sms/gateways/gateway-accounts.js';
import { PostriderError } from '../../../domain/errors.js';
import type { SmsGateway } from '../../../domain/sms/gateway.js';
import { SANDBOX_GATEWAY } from '../../../domain/sms/routing.js';
import { READY } from '../../../domain/sms/verdict.js';
import { type Context, configuredGateway, type Services } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { askCredit } from '../gateways/credit.js';

/** Due rows per transaction: ten thousand messages if their batches are full. */
const ROWS_PER_STEP = 20;

/** Releases an organisation's held messages because a caller asks for it. */
export async function resumeHeldMessages(
  context: Context,
  { gateway }: { readonly gateway?: string | null | undefined },
): Promise<{ resumed: number }> {
  const asked = gateway == null ? [...context.gateways.keys()] : [gateway];
  // A test key reaches the sandbox alone, so it must not release messages of live keys at other gateways.
  const gateways = context.caller.mode === 'test' ? asked.filter((name) => name === SANDBOX_GATEWAY) : asked;
  const { caller } = context;
  if (caller.senderIds !== null) {
    throw new PostriderError(
      'not_allowed_for_key',
      'A key that is restricted to sender IDs cannot release messages of all senders.',
    );
  }
  let resumed = 0;
  for (const name of gateways) {
    resumed += await resumeAccount(context, caller.organisationId, name, (tx) =>
      recordAudit(tx, caller, { action: 'messages.resumed', subjectId: null, after: { gateway: name } }),
    );
  }
  return { resumed };
}

/**
 * Releases the held messages of one account, in steps, so that no transaction grows with their number; if the process
 * dies, the next probe continues. Messages that are held again meanwhile, because credit was used up, stay held:
 * otherwise this could run for ever. `note` is part of the first step that changes something, since there may be no
 * second one.
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
      const { changed } = await applyVerdict(tx, { messageIds, verdict: READY }, { phases: ['paused'] });
      if (changed.length > 0) await services.hints.announce(tx, { job: 'sms-dispatch', gateway });
      if (changed.length > 0 && !isNoted) await note(tx);
      if (messageIds.length === 0) await endResuming(tx, gateway);
      return { taken: messageIds.length, changed: changed.length };
    });
    resumed += step.changed;
    isNoted ||= step.changed > 0;
    if (step.taken === 0) return resumed;
  }
}

const PROBE_TIMEOUT_MS = 10_000;

/**
 * Asks a gateway with paused accounts for its balance, at most once per interval over all processes and organisations,
 * and releases held messages if credit is back.
 */
export async function probeBalance(services: Services, gatewayName: string): Promise<void> {
  const { gateway } = configuredGateway(services, gatewayName);
  const { balanceProbeSeconds } = services.policy;
  const { db } = services;
  const accounts = await db.acrossOrganisations((tx) => takeAccountsToProbe(tx, gatewayName, balanceProbeSeconds));
  const resuming = accounts.filter((account) => account.resuming);
  const isCreditBack = accounts.length > resuming.length && (await hasCredit(services, gateway));
  for (const account of isCreditBack ? accounts : resuming) await resume(services, gatewayName, account);
}

async function hasCredit(services: Services, gateway: SmsGateway): Promise<boolean> {
  const credit = await askCredit(services, gateway, PROBE_TIMEOUT_MS);
  return credit !== null && credit > 0;
}

async function resume(services: Services, gateway: string, account: PausedAccount): Promise<void> {
  try {
    const messages = await resumeAccount(services, account.organisation_id, gateway);
    services.logger.info({ gateway, messages }, 'credit is back; held messages were released');
  } catch (error) {
    services.logger.warn({ err: error, gateway }, 'held messages could not be released; the next probe tries again');
  }
}
