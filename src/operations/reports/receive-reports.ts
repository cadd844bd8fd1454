import { storeReports } from '../../db/queries/inbox.js';
import { alone } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { isStorable } from '../../domain/foreign-word.js';
import type { GatewayReport } from '../../domain/ports.js';
import { faultPoint } from '../../lib/fault-points.js';
import { storeTogether } from '../store-together.js';

/** Takes a gateway's reports into safe keeping; when this has resolved, the gateway may forget them. */
export async function receiveReports(
  { orm, hints, logger }: Pick<Services, 'orm' | 'hints' | 'logger'>,
  gateway: string,
  reports: readonly GatewayReport[],
  delayMs = 0,
): Promise<void> {
  const sound = reports.filter(({ reference, providerId }) => isStorable(reference) && isStorable(providerId));
  if (sound.length < reports.length) {
    logger.warn({ gateway, reports: reports.length - sound.length }, 'reports with impossible ids were dropped');
  }
  if (delayMs === 0) await storeTogether(orm, 'sms_reports', gateway, sound);
  else await storeReports(alone(orm), 'sms_reports', gateway, sound, delayMs / 1000);
  faultPoint('reported');
  hints.nudge({ job: 'sms-reports' }, delayMs);
}
