import { PostriderError } from '../../../src/domain/errors.js';
import { decodeReference } from '../../../src/domain/sms/reference.js';
import { CircuitBreaker } from '../../../src/lib/async/circuit-breaker.js';
import type { Logger } from '../../../src/lib/log/logger.js';
import { resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { Steps, steppedDatabase } from '../../support/database/stepped-database.js';
import { createProgrammableGateway, type ProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drainAfter, probeBalances } from '../../support/services.js';
import { type EndState, readEndState } from './end-state.js';
import { type Interleaving, interleave, NAMES, type Name } from './interleavings.js';
import type { Prepare, Prepared } from './operations.js';
import type { Scene } from './scenes.js';

/** One interleaving, and what it has come to. */
export interface Run extends Interleaving {
  readonly statements: Readonly<Record<Name, readonly string[]>>;
  readonly told: Readonly<Record<Name, string>>;
  readonly deadlocks: number;
  /** When both operations had ended. */
  readonly ended: string;
  /** When workers had done what was left. */
  readonly drained: string;
  /** The same, after a campaign that was paused had been resumed. */
  readonly resumed: string;
  readonly wrong: readonly string[];
}

const HOUR = 3_600;
const MOST_HOURS = 6;

/** Runs both operations on the scene, with connections of their own. */
export async function runOnce(set: Scene, pair: Readonly<Record<Name, Prepare>>, prefix: string): Promise<Run> {
  const errors: string[] = [];
  const scene = renew(set, errors);
  const { superuser, db } = scene.services;
  const steps = { X: new Steps(), Y: new Steps() };
  const prepared = {
    X: await pair.X(scene, steppedDatabase(db, steps.X)),
    Y: await pair.Y(scene, steppedDatabase(db, steps.Y)),
  };
  const operation = (name: Name) => ({ steps: steps[name], start: () => outcomeOf(prepared[name], errors) });
  const interleaving = await interleave(superuser, { X: operation('X'), Y: operation('Y') }, prefix);
  const told = { X: interleaving.outcomes.get('X') ?? '', Y: interleaving.outcomes.get('Y') ?? '' };
  const described = ({ lines }: EndState) =>
    [...lines, ...journalOf(scene.gateway), `X is told ${told.X}`, `Y is told ${told.Y}`].join('\n');

  const atEnd = await readEndState(superuser);
  const ended = described(atEnd);
  for (const name of NAMES) {
    steps[name].end();
    await prepared[name].finish?.();
  }
  const atRest = await doWhatIsLeft(scene);
  const drained = withoutClaims(described(atRest));
  const atLast = atRest.paused.length > 0 || atRest.hasNoCredit ? await resume(scene, atRest) : atRest;
  return {
    ...interleaving,
    told,
    statements: { X: steps.X.released, Y: steps.Y.released },
    deadlocks: steps.X.deadlocks + steps.Y.deadlocks,
    ended,
    drained,
    resumed: withoutClaims(described(atLast)),
    wrong: [...errors, ...atEnd.wrong, ...atLast.wrong, ...wronglySent(scene.gateway, atLast)],
  };
}

/** The scene with a gateway that has no messages yet, and with a logger that keeps errors. */
function renew(scene: Scene, errors: string[]): Scene {
  const { name, pace, gateway: port } = scene.gateway;
  const gateway = createProgrammableGateway({ name, pace, capabilities: port.capabilities });
  const error = (about: { readonly err?: Error }, message: string) =>
    void errors.push(`${message}: ${about.err?.stack}`);
  const renewed = {
    gateways: new Map([[name, gateway]]),
    breakers: new Map([[name, new CircuitBreaker()]]),
    logger: Object.create(scene.services.logger, { error: { value: error } }) as Logger,
  };
  const services = { ...scene.services, ...renewed };
  return { ...scene, gateway, services, context: { ...scene.context, ...renewed } };
}

/** What the caller is told. No error but those of the API may come of an interleaving. */
async function outcomeOf(operation: Prepared, errors: string[]): Promise<string> {
  try {
    return JSON.stringify(await operation.start()) ?? 'nothing';
  } catch (error) {
    if (!(error instanceof PostriderError)) errors.push(`An operation failed: ${(error as Error).stack}`);
    return `the error ${(error as { readonly code?: string }).code}`;
  }
}

/** Workers do what is due now, and then what comes due later. */
async function doWhatIsLeft({ services }: Scene): Promise<EndState> {
  for (let hours = 0; hours < MOST_HOURS; hours += 1) {
    const state = await readEndState(services.superuser);
    if (!state.isWorkLeft) return state;
    if (hours > 0) await drainAfter(services, HOUR);
  }
  throw new Error('There is always work left.');
}

async function resume(scene: Scene, { paused, hasNoCredit }: EndState): Promise<EndState> {
  const { services, context, gateway } = scene;
  for (const campaignId of paused) await resumeCampaign(context, { campaignId });
  if (hasNoCredit) {
    gateway.balance = 1_000;
    await services.travel(HOUR);
    await probeBalances(services);
  }
  return doWhatIsLeft(scene);
}

/** How often a message was claimed depends on how often workers gave their claims back. */
const withoutClaims = (state: string) => state.replaceAll(/ claim \d+/g, '');

function journalOf({ journal }: ProgrammableGateway): string[] {
  return journal
    .map(({ to, attempt, taken }) => `the gateway ${taken ? 'took' : 'refused'} ${to}, attempt ${attempt}`)
    .sort();
}

function wronglySent({ journal }: ProgrammableGateway, { cancelled }: EndState): string[] {
  const taken = journal.filter((entry) => entry.taken);
  const ids = taken.map(({ reference }) => decodeReference(reference)?.messageId ?? '');
  const isTwice = new Set(taken.map(({ to }) => to)).size < taken.length;
  return [
    ...(isTwice ? ['The gateway took a number twice.'] : []),
    ...(ids.some((id) => cancelled.includes(id)) ? ['The gateway took a cancelled message.'] : []),
  ];
}
