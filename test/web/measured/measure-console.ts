import { availableParallelism, loadavg } from 'node:os';
import { type Environment, type Options, withEnvironment } from './environment.js';
import { measureFirstRoute } from './first-route.js';
import { measureInteractions } from './interactions.js';
import { measureJourneys } from './journeys.js';
import { measureLists } from './lists.js';
import { measurePages } from './pages.js';
import { formatTable, type Measurement, told } from './report.js';
import { measureRows } from './rows.js';
import { measureWatching } from './watching.js';

type Section = (environment: Environment) => Promise<Measurement[]>;

const SECTIONS: Readonly<Record<string, Section>> = {
  'first-route': measureFirstRoute,
  rows: measureRows,
  interactions: measureInteractions,
  journeys: measureJourneys,
  lists: measureLists,
  pages: measurePages,
  watching: measureWatching,
};
/** These read the organisations of `npm run fill`. */
const FILLED = new Set(['journeys', 'lists', 'pages']);

interface RunOptions extends Options {
  readonly only: readonly string[] | undefined;
  readonly json: boolean;
}

/** Returns the exit code. */
export async function measureConsole({ only, json, ...options }: RunOptions): Promise<number> {
  const names = only ?? Object.keys(SECTIONS);
  const unknown = names.find((name) => !(name in SECTIONS));
  if (unknown) throw new Error(`There is no section "${unknown}"; there are: ${Object.keys(SECTIONS).join(', ')}.`);
  const rows = names.some((name) => FILLED.has(name)) ? options.rows : [];
  let isComplete = true;
  const measurements = await withEnvironment(options, rows, async (environment) => {
    const all: Measurement[] = [told('cores; processes that wait for them, before', machine())];
    for (const name of names) {
      console.error(`${name} …`);
      try {
        all.push(...((await SECTIONS[name]?.(environment)) ?? []));
      } catch (error) {
        // The others are worth knowing all the same.
        console.error(error);
        isComplete = false;
      }
    }
    all.push(told('cores; processes that wait for them, afterwards', machine()));
    return all;
  });
  console.log(json ? JSON.stringify(measurements, null, 2) : formatTable(measurements));
  const isClean = measurements.every(({ wanted, met }) => wanted !== 'none' || met !== false);
  return isComplete && isClean ? 0 : 1;
}

/** The average of a minute: what others do beside the measurement lengthens every time. */
const machine = () => `${availableParallelism()}; ${loadavg()[0]?.toFixed(1)}`;
