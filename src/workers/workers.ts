import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUp } from '../domain/context.js';
import type { DuePurpose } from '../domain/vocabulary.js';
import { unlessAborted } from '../lib/async/abort.js';
import { foldEngineReports } from '../operations/chat/engine-reports.js';
import { configuredGateway, type Services } from '../operations/context.js';
import { deliverMail } from '../operations/people/deliver-mail.js';
import type { DueWork } from '../operations/plumbing/due-work.js';
import { expireNext } from '../operations/sms/dispatch/expire.js';
import { failOver } from '../operations/sms/dispatch/fail-over.js';
import { type DispatchTurn, listDueOrganisations } from '../operations/sms/dispatch/lease.js';
import { resolveNext } from '../operations/sms/dispatch/resolve.js';
import { probeBalance } from '../operations/sms/dispatch/resume.js';
import { dispatchNext } from '../operations/sms/dispatch/turn.js';
import { foldReports } from '../operations/sms/reports/fold-reports.js';
import { deliverNext } from '../operations/webhooks/deliver/turn.js';
import { createPump, type Pump } from './pump.js';
import { createRotation } from './rotation.js';

/** Gateways report one by one, and a turn with a few reports costs nearly as much as one with hundreds, so wait for more. */
const REPORTS_WORTH_A_TURN = 200;
const GATHERING_MS = 30;

export interface Workers {
  wake(wakeUp: WakeUp): void;
  /** Wakes the pumps that have something to do: finds work whose hint was lost. */
  wakeFor(due: readonly DueWork[]): void;
  wakeAll(): void;
  /** Takes up the work of a gateway that was configured meanwhile. */
  addGateway(name: string): void;
  /** Ends the work of a gateway. Resolves when its submissions under way have ended. */
  removeGateway(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Endpoints called at the same time: many, because a turn waits for the slowest receiver. */
const WEBHOOKS_AT_ONCE = 50;

/** Several, because a mail server may be slow for some recipients. */
const MAILS_AT_ONCE = 5;

/** The pumps of a worker process. Each gateway has its own, so that one that is down delays no other. */
export function createWorkers(services: Services): Workers {
  const { logger } = services;
  const stopping = new AbortController();
  const byGateway = new Map<string, GatewayPumps>();
  const addGateway = (name: string) => {
    // A process that stops may be replacing its gateways.
    if (!stopping.signal.aborted) byGateway.set(name, pumpsOf(services, name, stopping.signal));
  };
  for (const name of services.gateways.keys()) addGateway(name);
  const reports = createPump({
    name: 'reports',
    concurrency: 1,
    logger,
    async turn() {
      const folded = await foldReports(services);
      if (folded > 0 && folded < REPORTS_WORTH_A_TURN) await sleep(GATHERING_MS);
      return folded > 0;
    },
  });
  const engineReports = createPump({
    name: 'engine reports',
    concurrency: 1,
    turn: () => foldEngineReports(services),
    logger,
  });
  const webhooks = createPump({
    name: 'webhooks',
    concurrency: WEBHOOKS_AT_ONCE,
    turn: (startAnother) => deliverNext(services, startAnother),
    logger,
  });
  const mails = createPump({
    name: 'mails',
    concurrency: MAILS_AT_ONCE,
    turn: (startAnother) => deliverMail(services, { stopping: stopping.signal, onBacklog: startAnother }),
    logger,
  });
  const byJob = { 'sms-reports': reports, 'chat-reports': engineReports, webhooks, mails };
  const all = () => [...[...byGateway.values()].flatMap(Object.values<Pump>), ...Object.values(byJob)];
  return {
    wake(wakeUp) {
      if (wakeUp.job === 'sms-dispatch') byGateway.get(wakeUp.gateway)?.dispatch.wake();
      else byJob[wakeUp.job].wake();
    },
    wakeFor(due) {
      for (const { work, gateway } of due) {
        if (gateway === null) byJob[work].wake();
        else byGateway.get(gateway)?.[work].wake();
      }
    },
    wakeAll() {
      for (const pump of all()) pump.wake();
    },
    addGateway,
    async removeGateway(name) {
      const pumps = byGateway.get(name);
      await Promise.all(Object.values<Pump>(pumps ?? {}).map((pump) => pump.stop()));
      byGateway.delete(name);
    },
    async stop() {
      const stopped = all().map((pump) => pump.stop());
      // Aborts the mails and probes under way, since their servers may be slower than the shutdown timeout. No pump starts another now.
      stopping.abort();
      await Promise.all(stopped);
    },
  };
}

type GatewayPumps = Readonly<Record<DuePurpose | 'probe', Pump>>;

function pumpsOf(services: Services, name: string, stopping: AbortSignal): GatewayPumps {
  return {
    dispatch: dispatcherOf(services, name),
    resolve: rotatingPump(services, name, 'resolve', 1, (turn) => resolveNext(services, turn)),
    hold: rotatingPump(services, name, 'hold', 1, (turn) => expireNext(services, turn, 'hold')),
    report: rotatingPump(services, name, 'report', 1, (turn) => expireNext(services, turn, 'report')),
    probe: proberOf(services, name, stopping),
  };
}

/** The accounts say when they are to be probed, and the first worker that looks then probes for all. */
function proberOf(services: Services, name: string, stopping: AbortSignal): Pump {
  const untilStop = { ...services, db: services.db.until(stopping) };
  return createPump({
    name: `balance probe of ${name}`,
    concurrency: 1,
    logger: services.logger,
    async turn() {
      await unlessAborted(probeBalance(untilStop, name), stopping).catch((error: unknown) => {
        if (!stopping.aborted) throw error;
      });
      return false;
    },
  });
}

function dispatcherOf(services: Services, name: string): Pump {
  const { concurrency } = configuredGateway(services, name).pace;
  return rotatingPump(services, name, 'dispatch', concurrency, async (turn, startAnother) => {
    const breaker = services.breakers.get(name);
    // The sweep starts a turn after the pause.
    if (breaker?.isOpen) return failOver(services, turn);
    return dispatchNext(services, turn, startAnother);
  });
}

function rotatingPump(
  services: Services,
  gateway: string,
  purpose: DuePurpose,
  concurrency: number,
  serve: (turn: DispatchTurn, startAnother: () => void) => Promise<boolean>,
): Pump {
  const rotation = createRotation(() => listDueOrganisations(services, purpose, gateway));
  return createPump({
    name: `${purpose} ${gateway}`,
    concurrency,
    logger: services.logger,
    async turn(startAnother) {
      const idle = new Set<string>();
      for (;;) {
        const organisationId = await rotation.next();
        // A second time without work: other workers have leased it, or it must wait.
        if (organisationId === null || idle.has(organisationId)) return false;
        if (await serve({ gateway, organisationId }, startAnother)) return true;
        rotation.idle(organisationId);
        idle.add(organisationId);
      }
    },
  });
}
