import type { Hints } from '../../src/domain/context.js';
import type { Services } from '../../src/operations/context.js';
import { openQueue } from '../../src/queue/queue.js';
import { createWorkers, type Workers } from '../../src/workers/workers.js';
import type { TestServices } from './services.js';

export interface OpenWorkers extends Workers {
  /** Of the queue that brings the workers their jobs. */
  readonly hints: Hints;
}

/** The workers of a process, and its queue. */
export function openWorkers(
  services: Services & Pick<TestServices, 'url'>,
  replaced: Partial<Hints> = {},
): OpenWorkers {
  const { url, logger } = services;
  const queue = openQueue({ url, logger }, { onHint: (wakeUp) => workers.wake(wakeUp) });
  const hints = { ...queue.hints, ...replaced };
  const workers = createWorkers({ ...services, hints }, queue.campaignJobs);
  return {
    ...workers,
    get isActive() {
      return workers.isActive;
    },
    hints,
    async stop() {
      await Promise.all([queue.leaveHints(), workers.stop()]);
      await queue.stop();
    },
  };
}

/** Workers that no queue brings anything. */
export function workersWithoutQueue(services: Services): Workers {
  const nothing = async () => undefined;
  return createWorkers(services, {
    send: nothing,
    sendLost: nothing,
    take: () => undefined,
    wake: () => undefined,
    leave: nothing,
  });
}
