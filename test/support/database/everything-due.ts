import { markAbandonedSendsInDoubt } from '../../../src/operations/chat/settle-send.js';
import {
  createEngineProbe,
  disconnectAbandonedSessions,
  watchPhones,
} from '../../../src/operations/chat/watch-phones.js';
import type { Services } from '../../../src/operations/context.js';
import { announceUnannounced } from '../../../src/operations/events/announce-events.js';
import { findDueWork } from '../../../src/operations/kernel/due-work.js';
import { deliverMail } from '../../../src/operations/people/deliver-mail.js';
import { probeBalance } from '../../../src/operations/sms/dispatch/resume.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createClockWatch } from '../../../src/operations/upkeep/watch-clock.js';
import { deliverNext } from '../../../src/operations/webhooks/deliver/turn.js';
import { drain } from '../services.js';

/** Each kind of work that the worker role does, once, in a fixed order and one after the other. */
export async function doEverythingDue(services: Services): Promise<void> {
  await createClockWatch(services)();
  await findDueWork(services, 0);
  await drain(services);
  for (const gateway of services.gateways.keys()) await probeBalance(services, gateway);
  await markAbandonedSendsInDoubt(services);
  await watchPhones(services);
  for (const engine of services.engines.values()) await createEngineProbe(engine)(services);
  await disconnectAbandonedSessions(services);
  await announceUnannounced(services, { restMs: 0 });
  while (await deliverNext(services));
  while (await deliverMail(services));
  await runHousekeeping(services);
}
