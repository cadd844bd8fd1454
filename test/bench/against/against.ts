/**
 * `npm run bench -- --against DIST`: the program of another checkout and this one in turns. What counts is the
 * processor time of the API process, the worker and PostgreSQL for the same work, which neighbours on the machine
 * lengthen far less than the time on the clock: that is shown, and so are the statements that PostgreSQL got.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSecondsOf, cpuSecondsOfFamily, meterBackends } from '../cpu-time.ts';
import { percentile } from '../measure.ts';
import type { Play, Stage } from '../stage.ts';
import { type Build, openSite, prepareBuild, type Site } from './builds.ts';
import type { Comparison, Sample } from './report.ts';
import { type Round, SCENARIOS, type Scenario } from './scenarios.ts';

const THIS_DIST = new URL('../../../dist', import.meta.url).pathname;
const WARM_UP_ROUNDS = 2;
/**
 * Two processes of the same build differ by up to a tenth in processor time for as long as they run. The bench starts
 * both builds anew after so many rounds, so that no process decides the result.
 */
const ROUNDS_PER_PROCESS = 3;
/** What a worker does after the last message has been delivered belongs to the round as well. */
const SETTLE_MS = 300;

export async function prepareBuilds(stage: Stage, oldDist: string, scenarios: readonly Scenario[]): Promise<Builds> {
  const organisations = Math.max(...scenarios.map((scenario) => scenario.organisations ?? 1));
  const prepare = (name: string, dist: string) => prepareBuild(stage, name, dist, organisations);
  const old = await prepare('old', oldDist);
  return { old, same: { ...old, name: 'same' }, new: await prepare('new', THIS_DIST) };
}

/**
 * The old build runs twice, each in its own processes and database: how it differs from itself is noise of the
 * machine.
 */
const SIDES = ['old', 'same', 'new'] as const;
type Builds = Readonly<Record<(typeof SIDES)[number], Build>>;
type Samples = Pick<Comparison, (typeof SIDES)[number]>;

export async function compareBuilds(play: Play, builds: Builds, scenario: string, rounds: number): Promise<Comparison> {
  const samples = { old: [] as Sample[], same: [] as Sample[], new: [] as Sample[] };
  for (let done = 0; done < rounds; done += ROUNDS_PER_PROCESS) {
    const few = Math.min(ROUNDS_PER_PROCESS, rounds - done);
    const more = await play((stage) => compareProcesses(stage, builds, { scenario, firstRound: done, rounds: few }));
    for (const side of SIDES) samples[side].push(...more[side]);
  }
  const { unit, unjudged = [] } = SCENARIOS[scenario] as Scenario;
  return { scenario, unit, unjudged, ...samples };
}

interface Rounds {
  readonly scenario: string;
  readonly firstRound: number;
  readonly rounds: number;
}

async function compareProcesses(
  stage: Stage,
  builds: Builds,
  { scenario, firstRound, rounds }: Rounds,
): Promise<Samples> {
  const work = SCENARIOS[scenario] as Scenario;
  const settings = (await work.settings?.(stage)) ?? {};
  const how = { scenario, settings, hasWorker: work.hasWorker ?? false };
  const open = async (build: Build): Promise<Place> => {
    const site = await openSite(stage, build, how);
    const { database } = site;
    // The other build does not rest while this one is measured, which counts where both are idle.
    const readPostgres = work.isIdle ? meterBackends(database) : () => cpuSecondsOfFamily(database.postmasterPid);
    return { site, readPostgres, perform: await work.open(stage, site) };
  };
  const places = { old: await open(builds.old), same: await open(builds.same), new: await open(builds.new) };
  const samples = { old: [] as Sample[], same: [] as Sample[], new: [] as Sample[] };
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    // Each is first as often as the others, so that what is left over from the round before is shared fairly.
    const first = (firstRound + round + SIDES.length) % SIDES.length;
    for (const side of [...SIDES.slice(first), ...SIDES.slice(0, first)]) {
      const sample = await measure(places[side], work);
      if (round >= 0) samples[side].push(sample);
    }
  }
  return samples;
}

/** Where one of the builds does its rounds. */
interface Place {
  readonly site: Site;
  /** Processor seconds that count as PostgreSQL's. */
  readonly readPostgres: () => number;
  readonly perform: () => Promise<Round>;
}

async function measure(
  { site, readPostgres, perform }: Place,
  { unitsPerRound, hasWorker }: Scenario,
): Promise<Sample> {
  const statementsBefore = await site.countStatements();
  const before = cpuSeconds(site, readPostgres);
  const { seconds, latenciesMs = [] } = await perform();
  if (hasWorker) await sleep(SETTLE_MS);
  // Before the count of statements, which costs PostgreSQL time of its own.
  const after = cpuSeconds(site, readPostgres);
  const statements = (await site.countStatements()) - statementsBefore;
  const perTenThousand = (value: number) => (value / unitsPerRound) * 10_000;
  return {
    api: perTenThousand(after.api - before.api),
    worker: perTenThousand(after.worker - before.worker),
    postgres: perTenThousand(after.postgres - before.postgres),
    statements: perTenThousand(statements),
    wall: perTenThousand(seconds),
    p50: percentile(latenciesMs, 50),
    p95: percentile(latenciesMs, 95),
  };
}

function cpuSeconds({ api, worker }: Site, readPostgres: () => number) {
  return {
    api: cpuSecondsOf(api.pid),
    worker: worker ? cpuSecondsOf(worker.pid) : Number.NaN,
    postgres: readPostgres(),
  };
}
