import { startCountsReader } from '../../support/fleet/counts.js';
import { startLogReader } from '../../support/fleet/logs.js';
import { type Chaos, inChaos } from '../../support/fleet/run.js';
import { startHttpReader } from '../../support/fleet/shown.js';
import { createRandom } from '../../support/gateways/journal-gateway-behaviour.js';
import type { Desk } from './calls.js';
import { connectChat, judgeChat } from './chat.js';
import { bringControlsToHarm, miscount } from './controls.js';
import { findUnreached, formatFigures, judgeControls, type Run } from './figures.js';
import { type Hook, setUpHooks } from './hooks.js';
import { gatherEvidence, judge, type Verdict } from './judge.js';
import { openLedger } from './ledger.js';
import { putUnderLoad } from './load.js';
import { faultKinds, planFaults } from './plan-faults.js';
import { letSettle } from './settle.js';
import { enlistFrozenWorker, type Stage, setUpStage, tellWhereToReport } from './stage.js';
import { beRestless, type Struck, strike } from './strike.js';

export interface ChaosOptions {
  readonly seed: number;
  readonly minutes: number;
  /** On a cluster of its own instead of one PostgreSQL. */
  readonly citus: boolean;
}

/** One run from beginning to end; answers the exit code. */
export async function runChaos(options: ChaosOptions): Promise<number> {
  const stage = await setUpStage(options);
  const hooks: Hook[] = [];
  const interrupted = () => void stage.stop().finally(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await inChaos('chaos', stage.fleet, (chaos) => perform(chaos, stage, hooks, options), options.seed);
    return 0;
  } catch (error) {
    const { message, cause } = error as Error;
    process.stderr.write(`${message}\n${cause ?? ''}\n`);
    return 1;
  } finally {
    await Promise.all(hooks.map(({ receiver }) => receiver.stop()));
    await stage.stop();
  }
}

async function perform(chaos: Chaos, stage: Stage, hooks: Hook[], { seed, minutes }: ChaosOptions): Promise<void> {
  const ledger = openLedger();
  let isOver = false;
  const desk: Desk = { stage, ledger, random: createRandom(seed), isOver: () => isOver || chaos.over.aborted };
  await tellWhereToReport(stage);
  hooks.push(...(await setUpHooks(stage, seed)));
  await connectChat(stage);

  const { sql } = stage.fleet;
  const { naive, bulk } = stage.customers;
  const [shownTo] = bulk;
  if (!shownTo) throw new Error('There is nobody to show anything to.');
  const someApi = () => stage.apis[Date.now() % stage.apis.length]?.url ?? '';
  const startReaders = () => [
    startCountsReader(sql, chaos.over, naive.organisationId),
    startHttpReader(shownTo, someApi, chaos.over),
  ];
  const readers = startReaders();
  const logReader = startLogReader(sql, chaos.over);

  const struck: Struck = new Map();
  await bringControlsToHarm(desk);
  await enlistFrozenWorker(stage, seed);
  const lost = await beRestless(stage, seed);
  const load = putUnderLoad(desk, minutes);
  await Promise.race([
    strike(chaos, stage, planFaults(seed, minutes, stage.settings, faultKinds(stage.cluster !== null)), struck),
    load,
  ]);
  isOver = true;
  chaos.struck(`the end of faults and load, after ${ledger.calls} calls`);
  const settled = await letSettle(stage, hooks, load);

  const read = await Promise.all(readers.map((reader) => reader.stop()));
  const logs = await logReader.stop();
  const evidence = await gatherEvidence(stage, ledger, hooks);
  const verdicts = [
    ...(await judge(evidence)),
    ...judgeChat(evidence),
    { promise: 'R8', what: `places of logs that were out of order in ${logs.looks} looks`, against: logs.wrong },
    { promise: 'R5', what: 'readings that did not add up', against: read.flatMap(({ wrong }) => wrong) },
  ];
  const controls = judgeControls(evidence, await miscount(sql, shownTo, startReaders));
  const against = verdicts.reduce((sum, verdict) => sum + verdict.against.length, 0);
  const readings = read.reduce((sum, reader) => sum + reader.readings, 0);
  const run: Run = { evidence, struck, lost, readings, against, settled, controls };
  process.stdout.write(`${formatFigures(run)}\n`);
  await condemn(stage, verdicts);
  const unreached = findUnreached(stage);
  if (unreached.length > 0) throw new Error(`No process has passed the fault points ${unreached.join(', ')}.`);
  const harmless = Object.entries(controls).filter(([, harm]) => harm === 0);
  if (harmless.length > 0) {
    throw new Error(
      `The faults have shown nothing: no harm to the controls ${harmless.map(([name]) => name).join(', ')}.`,
    );
  }
}

const SHOWN = 3;
const IS_ID = /^[0-9a-f-]{36}$/;

/** Fails with everything that is against any promise, and with the history of some of the messages concerned. */
async function condemn({ fleet }: Stage, verdicts: readonly Verdict[]): Promise<void> {
  const broken = verdicts.filter(({ against }) => against.length > 0);
  if (broken.length === 0) return;
  const told = broken.map(async ({ promise, what, against }) => {
    const some = against.slice(0, SHOWN);
    const histories = await Promise.all(some.map((each) => (IS_ID.test(each) ? fleet.history(each) : each)));
    return `${promise}: ${against.length} ${what}:\n${histories.join('\n\n')}`;
  });
  throw new Error((await Promise.all(told)).join('\n\n'));
}
