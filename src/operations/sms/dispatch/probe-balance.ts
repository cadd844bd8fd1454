import { type PausedAccount, takeAccountsToProbe } from '../../../db/sql/sms/gateway-accounts.js';
import type { SmsGateway } from '../../../domain/sms/gateway.js';
import type { Services } from '../../context.js';
import { configuredGateway } from './configured-gateway.js';
import { resumeAccount } from './resume-held-messages.js';

const PROBE_TIMEOUT_MS = 10_000;

/**
 * Asks the gateway, where accounts at it are paused, whether credit is back: at most once per interval over all processes
 * and organisations.
 */
export async function probeBalance(services: Services, gatewayName: string): Promise<void> {
  const { gateway } = configuredGateway(services, gatewayName);
  const { balanceProbeSeconds } = services.policy;
  const accounts = await services.db.acrossOrganisations((tx) =>
    takeAccountsToProbe(tx, gatewayName, balanceProbeSeconds),
  );
  const resuming = accounts.filter((account) => account.resuming);
  const isCreditBack = accounts.length > resuming.length && (await hasCredit(services, gateway));
  for (const account of isCreditBack ? accounts : resuming) await resume(services, gatewayName, account);
}

async function hasCredit({ logger }: Services, gateway: SmsGateway): Promise<boolean> {
  try {
    const balance = await gateway.balance?.(AbortSignal.timeout(PROBE_TIMEOUT_MS));
    return balance != null && balance > 0;
  } catch (error) {
    logger.warn({ err: error, gateway: gateway.name }, 'balance probe failed');
    return false;
  }
}

async function resume(services: Services, gateway: string, account: PausedAccount): Promise<void> {
  try {
    const messages = await resumeAccount(services, account.organisation_id, gateway);
    services.logger.info({ gateway, messages }, 'credit is back; held messages go on');
  } catch (error) {
    services.logger.warn({ err: error, gateway }, 'held messages could not be let go; the next probe goes on');
  }
}
