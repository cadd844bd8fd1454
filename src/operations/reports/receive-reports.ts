import { storeReports } from '../../db/queries/reports.js';
import { alone } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import type { GatewayReport } from '../../domain/ports.js';

/** Takes a gateway's reports into safe keeping; when this has resolved, the gateway may forget them. */
export async function receiveReports(
  services: Pick<Services, 'orm' | 'hints'>,
  gateway: string,
  reports: readonly GatewayReport[],
  delayMs = 0,
): Promise<void> {
  await storeReports((text, parameters) => alone(services.orm, text, parameters), gateway, reports, delayMs / 1000);
  services.hints.nudge({ job: 'sms-reports' });
}
