import { takeAccountsToProbe } from '../db/queries/accounts.js';
import { acrossOrganisations } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import type { SmsGateway } from '../domain/ports.js';
import { resumeAccount } from './resume-held-messages.js';

const PROBE_TIMEOUT_MS = 10_000;

/** Asks the gateways of paused accounts, each at most once per interval over all processes, whether credit is back. */
export async function probeBalances(services: Services): Promise<void> {
  const { balanceProbeSeconds } = services.policy;
  const accounts = await acrossOrganisations(services.orm, (tx) => takeAccountsToProbe(tx, balanceProbeSeconds));
  for (const account of accounts) {
    const gateway = services.gateways.get(account.gateway)?.gateway;
    if (!gateway) continue;
    try {
      if (!account.resuming && !(await hasCredit(gateway))) continue;
      const resumed = await resumeAccount(services, account.organisation_id, account.gateway);
      services.logger.info({ gateway: account.gateway, messages: resumed }, 'credit is back; held messages go on');
    } catch (error) {
      services.logger.warn({ err: error, gateway: account.gateway }, 'balance probe failed');
    }
  }
}

async function hasCredit(gateway: SmsGateway): Promise<boolean> {
  const balance = await gateway.balance?.(AbortSignal.timeout(PROBE_TIMEOUT_MS));
  return balance != null && balance > 0;
}
