import { setTimeout as sleep } from 'node:timers/promises';
import type { WakeUp } from '../domain/context.js';
import type { DuePurpose } from '../domain/vocabulary.js';
import { unlessAborted } from '../lib/async/abort.js';
import { createSemaphore } from '../lib/async/semaphore.js';
import { foldEngineReports } from '../operations/chat/engine-reports.js';
import { configuredGateway, type Services } from '../operations/context.js';
import type { DueWork } from '../operations/kernel/due-work.js';
import { deliverMail } from '../operations/people/deliver-mail.js';
import { holdRejectedNext } from '../operations/sms/dispatch/approval.js';
import { dispatchCampaigns, takeTurn } from '../operations/sms/dispatch/campaign-job.js';
import { expireNext } from '../operations/sms/dispatch/expire.js';
import { type DispatchTurn, listDueOrganisations, listOrganisationsForJobs } from '../operations/sms/dispatch/lease.js';
import { resolveNext } from '../operations/sms/dispatch/resolve.js';
import { probeBalance } from '../operations/sms/dispatch/resume.js';
import { foldInbound } from '../operations/sms/inbound/fold-inbound.js';
import { foldReports } from '../operations/sms/reports/fold-reports.js';
import { deliverNext } from '../operations/webhooks/deliver/turn.js';
import type { CampaignJobs } from '../queue/campaign-jobs.js';
import { createPump, type Pump, type PumpOptions } from './pump.js';
import { createRotation } from './rotation.js';

/**
 * Gateways report one by one, and a turn with a few reports costs nearly as much as one with hundreds, so wait for
 * more.
 */
const REPORTS_WORTH_A_TURN = 200;
const GATHERING_MS = 30;

export interface Workers {
  wake(wakeUp: WakeUp): void;
  /** Wakes the pump of this work. */
  wakeFor(due: DueWork): void;
  wakeAll(): void;
  /** Whether any pump has a turn under way, which may make other work due, now or later. */
  readonly isActive: boolean;
  /** Calls `listener`, in place of an earlier one, when a turn of any pump begins or ends. */
  onTurn(listener: () => void): void;
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
export function createWorkers(services: Services, campaignJobs: CampaignJobs): Workers {
  const { logger, hints } = services;
  const stopping = new AbortController();
  let onTurn = (): void => undefined;
  const newPump: NewPump = (options) => createPump({ ...options, logger, onTurn: () => onTurn() });
  const pumpsOf = (name: string) =>
    pumpsOfGateway({ services, campaignJobs, newPump, name, stopping: stopping.signal });
  const byGateway = new Map([...services.gateways.keys()].map((name) => [name, pumpsOf(name)]));
  const reports = newPump({
    name: 'reports',
    concurrency: 1,
    async turn() {
      const folded = await foldReports(services);
      if (folded > 0 && folded < REPORTS_WORTH_A_TURN) await sleep(GATHERING_MS);
      return folded > 0;
    },
  });
  const inbound = newPump({
    name: 'inbound messages',
    concurrency: 1,
    turn: () => foldInbound(services),
  });
  const engineReports = newPump({
    name: 'engine reports',
    concurrency: 1,
    turn: () => foldEngineReports(services),
  });
  const webhooks = newPump({
    name: 'webhooks',
    concurrency: WEBHOOKS_AT_ONCE,
    turn: (startAnother) => deliverNext(services, startAnother),
    onExcess: () => hints.passOn({ job: 'webhooks' }),
  });
  const mails = newPump({
    name: 'mails',
    concurrency: MAILS_AT_ONCE,
    turn: (startAnother) => deliverMail(services, { stopping: stopping.signal, onBacklog: startAnother }),
  });
  const byJob = { 'sms-reports': reports, 'inbound-sms': inbound, 'chat-reports': engineReports, webhooks, mails };
  const all = () => [...[...byGateway.values()].flatMap(Object.values<Pump>), ...Object.values(byJob)];
  return {
    wake(wakeUp) {
      if (wakeUp.job === 'sms-dispatch') byGateway.get(wakeUp.gateway)?.dispatch.wake();
      else if (wakeUp.job === 'sms-campaigns') campaignJobs.wake(wakeUp.gateway);
      else byJob[wakeUp.job].wake();
    },
    wakeFor({ work, gateway }) {
      if (gateway === null) byJob[work].wake();
      else byGateway.get(gateway)?.[work].wake();
    },
    wakeAll() {
      for (const pump of all()) pump.wake();
    },
    get isActive() {
      return all().some((pump) => pump.isActive);
    },
    onTurn(listener) {
      onTurn = listener;
    },
    addGateway(name) {
      // A process that stops may be replacing its gateways.
      if (!stopping.signal.aborted) byGateway.set(name, pumpsOf(name));
    },
    async removeGateway(name) {
      const pumps = byGateway.get(name);
      await Promise.all([campaignJobs.leave(name), ...Object.values<Pump>(pumps ?? {}).map((pump) => pump.stop())]);
      byGateway.delete(name);
    },
    async stop() {
      const left = [...byGateway.keys()].map((name) => campaignJobs.leave(name));
      const stopped = all().map((pump) => pump.stop());
      // Aborts the mails and probes under way, since their servers may be slower than the shutdown timeout. No pump
      // starts another now.
      stopping.abort();
      await Promise.all([...left, ...stopped]);
    },
  };
}

type NewPump = (options: Omit<PumpOptions, 'logger' | 'onTurn'>) => Pump;

interface AtGateway {
  readonly services: Services;
  readonly campaignJobs: CampaignJobs;
  readonly newPump: NewPump;
  readonly name: string;
  readonly stopping: AbortSignal;
}

function pumpsOfGateway(at: AtGateway): Readonly<Record<DuePurpose | 'campaigns' | 'probe', Pump>> {
  const { services } = at;
  const { concurrency } = configuredGateway(services, at.name).pace;
  // Single messages and campaigns share the places of the gateway.
  const places = { concurrency, inPlace: createSemaphore(concurrency) };
  return {
    dispatch: dispatcherOf(at, places),
    campaigns: campaignsOf(at, places),
    resolve: rotatingPump(at, { purpose: 'resolve', serve: (turn) => resolveNext(services, turn) }),
    hold: rotatingPump(at, { purpose: 'hold', serve: (turn) => expireNext(services, turn, 'hold') }),
    approval: rotatingPump(at, { purpose: 'approval', serve: (turn) => holdRejectedNext(services, turn) }),
    report: rotatingPump(at, { purpose: 'report', serve: (turn) => expireNext(services, turn, 'report') }),
    probe: proberOf(at),
  };
}

/** The accounts say when they are to be probed, and the first worker that looks then probes for all. */
function proberOf({ services, newPump, name, stopping }: AtGateway): Pump {
  const untilStop = { ...services, db: services.db.until(stopping) };
  return newPump({
    name: `balance probe of ${name}`,
    concurrency: 1,
    async turn() {
      await unlessAborted(probeBalance(untilStop, name), stopping).catch((error: unknown) => {
        if (!stopping.aborted) throw error;
      });
      return false;
    },
  });
}

interface Places {
  readonly concurrency: number;
  readonly inPlace: <T>(turn: () => Promise<T>) => Promise<T>;
}

function dispatcherOf(at: AtGateway, { concurrency, inPlace }: Places): Pump {
  const { services, name } = at;
  return rotatingPump(at, {
    purpose: 'dispatch',
    concurrency,
    onExcess: () => services.hints.passOn({ job: 'sms-dispatch', gateway: name }),
    serve: (turn, startAnother) => inPlace(() => takeTurn(services, turn, startAnother)),
  });
}

/** More often it would be a burden while campaigns wait for a slow gateway. */
const LOOK_FOR_LOST_JOBS_MS = 10_000;

/** Takes the jobs of campaigns, and sends those again that were lost. */
function campaignsOf({ services, campaignJobs, newPump, name, stopping }: AtGateway, places: Places): Pump {
  const { concurrency, inPlace } = places;
  campaignJobs.take(name, {
    // One more than turns, so that another organisation need not wait for a job to end.
    places: concurrency + 1,
    perOrganisation: concurrency,
    dispatch: (campaigns, signal) =>
      dispatchCampaigns(services, campaigns, {
        inPlace,
        follow: (inSeconds) => campaignJobs.send(campaigns, inSeconds),
        signal: AbortSignal.any([signal, stopping]),
      }),
  });
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  return newPump({
    name: `jobs of campaigns at ${name}`,
    concurrency: 1,
    async turn() {
      campaignJobs.wake(name);
      if (performance.now() - lookedAtMs < LOOK_FOR_LOST_JOBS_MS) return false;
      lookedAtMs = performance.now();
      const organisationIds = await listOrganisationsForJobs(services, name);
      if (organisationIds.length > 0) await campaignJobs.sendLost(name, organisationIds);
      return false;
    },
  });
}

interface RotatingOptions extends Pick<PumpOptions, 'onExcess'> {
  readonly purpose: DuePurpose;
  readonly concurrency?: number;
  readonly serve: (turn: DispatchTurn, startAnother: () => void) => Promise<boolean>;
}

function rotatingPump(
  { services, newPump, name: gateway }: AtGateway,
  { purpose, concurrency = 1, onExcess, serve }: RotatingOptions,
): Pump {
  const rotation = createRotation(() => listDueOrganisations(services, purpose, gateway));
  return newPump({
    name: `${purpose} ${gateway}`,
    concurrency,
    onExcess,
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
