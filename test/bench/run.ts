/**
 * `npm run bench`: what the program costs, each time against a floor that is measured in the same run. Machines differ,
 * ratios do not.
 *
 *   npm run bench                                     the program against its floors
 *   npm run bench -- --only intake --only dispatch    some of them
 *   npm run bench -- --all                            growth, features and retention as well
 *   npm run bench -- --rounds 9                       more rounds on a restless machine; 5 by default
 *   npm run bench -- --json                           the figures for programs
 *   npm run bench -- --against DIST                   the program of another checkout and this one in turns; --only and
 *                                                     --rounds (9 by default) as above; 1 if this one is worse
 *
 * One PostgreSQL is started with the settings of the product, durable, and each bench gets a migrated database of its
 * own in it. The program runs as docs/production.md says, in processes of its own: `serve --role api`, `--role
 * worker`. A floor does the same for PostgreSQL and the caller with the least code there is: `pg` alone, or a bare
 * Fastify. After rounds for warming up, floor and program take turns, and what counts is the median of the ratios of
 * single rounds, never a ratio of medians or of different minutes.
 *
 * Loads of thousands of calls would meet the rate limits, which are part of the product and cannot be switched off. So
 * such calls are spread over organisations, or, where they must ask for one campaign, go to unlimited-server.ts, which
 * composes the same API without the limits; what the limits cost has a line of its own.
 *
 * Each row is printed when its bench has ended, but with --json, which is one document.
 *
 * Whether a wanted ratio is met is printed and changes no exit code: a neighbour's work can spoil any single run. A
 * bench that could not be run ends with 1.
 */
import '../support/programs/plain-node.ts';
import { parseArgs } from 'node:util';
import type { Comparison } from './against/report.ts';
import type { Finding } from './measure.ts';

const { AGAINST_FLOORS, COMPARISONS } = await import('./benches.js');
const { compareBuilds, prepareBuilds } = await import('./against/against.js');
const { formatComparison, formatHead, judge } = await import('./against/report.js');
const { SCENARIOS } = await import('./against/scenarios.js');
const { formatFindings, formatJson, HEADER } = await import('./report.js');
const { withPostgres } = await import('./stage.js');

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    json: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const rounds = Number(options.rounds ?? (options.against === undefined ? 5 : 9));
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number from 1.');
if (options.against === undefined) await runBenches();
else await runComparisons(options.against);

async function runBenches(): Promise<void> {
  const known = { ...AGAINST_FLOORS, ...COMPARISONS };
  const wanted = chosen(known, Object.keys(options.all ? known : AGAINST_FLOORS));
  const findings: Finding[] = [];
  if (!options.json) console.log(HEADER);
  await withPostgres(async (play) => {
    for (const [name, bench] of wanted) {
      await attempt(name, async () => {
        const found = await play((stage) => bench(stage, rounds));
        if (!options.json) console.log(formatFindings(found));
        findings.push(...found);
      });
    }
  });
  if (options.json) console.log(formatJson(findings));
}

async function runComparisons(oldDist: string): Promise<void> {
  const wanted = chosen(SCENARIOS, Object.keys(SCENARIOS));
  const comparisons: Comparison[] = [];
  if (!options.json) console.log(formatHead());
  await withPostgres(
    async (play) => {
      const scenarios = wanted.map(([, scenario]) => scenario);
      const builds = await play((stage) => prepareBuilds(stage, oldDist, scenarios));
      for (const [name] of wanted) {
        await attempt(name, async () => {
          const comparison = await compareBuilds(play, builds, name, rounds);
          if (!options.json) console.log(formatComparison(comparison));
          comparisons.push(comparison);
        });
      }
    },
    { countsStatements: true },
  );
  const verdicts = comparisons.map((comparison) => ({ ...comparison, verdicts: judge(comparison) }));
  if (options.json) console.log(JSON.stringify(verdicts, null, 2));
  if (verdicts.some(({ verdicts: each }) => each.some(({ failed }) => failed))) process.exitCode = 1;
}

function chosen<Item>(known: Readonly<Record<string, Item>>, usual: readonly string[]): (readonly [string, Item])[] {
  return (options.only ?? usual).map((name) => {
    const item = known[name];
    if (!item) throw new Error(`There is no bench "${name}"; there are: ${Object.keys(known).join(', ')}.`);
    return [name, item] as const;
  });
}

/** The others are worth knowing all the same. */
async function attempt(name: string, perform: () => Promise<void>): Promise<void> {
  console.error(`${name} …`);
  try {
    await perform();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
}
