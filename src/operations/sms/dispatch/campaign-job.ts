import { nextForJobs } from '../../../db/sql/sms/dispatch/agenda.js';
import type { CampaignsAtGateway } from '../../../domain/context.js';
import type { Services } from '../../context.js';
import { failOver } from './fail-over.js';
import type { DispatchTurn } from './lease.js';
import { dispatchNext } from './turn.js';

/**
 * A job ends after this long, so that other organisations get their turn, and leaves the rest to the job that
 * follows.
 */
const JOB_MS = 1_000;
/** What is due cannot be had: another worker has just leased it, or the gateway is down. */
const LATER_MS = 1_000;
/** What comes due later than this has a job that was sent with it, or the sweep sends one. */
const SOON_MS = 120_000;

export interface JobOptions {
  /** Runs a turn when the gateway has a place for it. */
  readonly inPlace: (turn: () => Promise<boolean>) => Promise<boolean>;
  /** Sends another job for the same campaigns. */
  readonly follow: (inSeconds?: number) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Dispatches first attempts of an organisation's campaigns at a gateway for a while. If there is more than one turn
 * can take, another job follows at once, for another place or process.
 */
export async function dispatchCampaigns(
  services: Services,
  campaigns: CampaignsAtGateway,
  { inPlace, follow, signal }: JobOptions,
): Promise<void> {
  const turn = { ...campaigns, isJob: true };
  const [first = Infinity, second = Infinity] = await readNext(services, campaigns);
  if (second <= 0) await follow();
  const endsAtMs = performance.now() + JOB_MS;
  let worked = first <= 0;
  while (worked && !signal.aborted && performance.now() < endsAtMs) {
    worked = await inPlace(() => takeTurn(services, turn));
  }
  const [dueInMs = Infinity] = await readNext(services, campaigns);
  if (dueInMs > SOON_MS) return;
  const pauseMs = services.breakers.get(campaigns.gateway)?.pauseMs ?? 0;
  const waitMs = worked ? dueInMs : Math.max(dueInMs, pauseMs, LATER_MS);
  await follow(waitMs > 0 ? waitMs / 1000 : undefined);
}

/** One turn, at this gateway or, while it is down, on the way to the next one. Returns whether anything was due. */
export function takeTurn(services: Services, turn: DispatchTurn, onBacklog?: () => void): Promise<boolean> {
  // The sweep starts a turn after the pause.
  if (services.breakers.get(turn.gateway)?.isOpen) return failOver(services, turn);
  return dispatchNext(services, turn, onBacklog);
}

function readNext({ db }: Services, { organisationId, gateway }: CampaignsAtGateway): Promise<number[]> {
  return db.selfContained.inOrganisation(organisationId, (tx) => nextForJobs(tx, gateway));
}
