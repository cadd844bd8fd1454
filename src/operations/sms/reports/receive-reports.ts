import { storeReports } from '../../../db/sql/kernel/inbox.js';
import type { GatewayReport } from '../../../domain/sms/gateway.js';
import { isStorable } from '../../../domain/text.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Services } from '../../context.js';
import { storeTogether } from '../../kernel/store-together.js';

/** Stores reports of a gateway; when this has resolved, the gateway may forget them. */
export async function receiveReports(
  { db, hints, logger }: Pick<Services, 'db' | 'hints' | 'logger'>,
  gateway: string,
  reports: readonly GatewayReport[],
  delayMs = 0,
): Promise<void> {
  const sound = reports.filter(({ reference, providerId }) => isStorable(reference) && isStorable(providerId));
  if (sound.length < reports.length) {
    logger.warn(
      { gateway, reports: reports.length - sound.length },
      'reports with ids that PostgreSQL cannot store were dropped',
    );
  }
  if (delayMs === 0) await storeTogether(db, 'sms_reports', gateway, sound);
  else await storeReports(db, 'sms_reports', gateway, sound, delayMs / 1000);
  faultPoint('reported');
  hints.nudge({ job: 'sms-reports' }, delayMs);
}
