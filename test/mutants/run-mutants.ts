import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import globalSetup from '../support/jest/global-setup.js';
import globalTeardown from '../support/jest/global-teardown.js';
import { type Copy, copyTree } from './copy-tree.js';
import { type Killer, killerOf, type Mutant, type MutatedFile, mutate } from './mutant.js';
import { MUTANTS } from './mutants.js';

const ROOT = join(import.meta.dirname, '../..');

type Fate = 'killed' | 'survived' | 'stale' | 'broken';

/** Answers the exit code. */
export async function runMutants(only: string | undefined): Promise<number> {
  const chosen = MUTANTS.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(`There is no mutant ${only}: ${MUTANTS.map(({ name }) => name).join(', ')}.`);
  // One PostgreSQL for all runs of jest: no mutant is in a migration.
  await globalSetup();
  const copy = copyTree(ROOT);
  const stop = () => {
    copy.remove();
    void globalTeardown().finally(() => process.exit(1));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const complaints = await testUnmutated(copy, chosen.map(killerOf));
    if (complaints.length > 0) {
      say(`Without any fault:\n${complaints.join('\n')}`);
      return 1;
    }
    let unnoticed = 0;
    for (const mutant of chosen) {
      const startedAt = performance.now();
      const [fate, detail] = await decide(copy, mutant);
      if (fate !== 'killed') unnoticed += 1;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(`${fate.padEnd(8)}  ${seconds.padStart(5)} s  ${mutant.name.padEnd(36)}  ${detail}`);
    }
    say(`${chosen.length - unnoticed} of ${chosen.length} killed`);
    return unnoticed > 0 ? 1 : 0;
  } finally {
    copy.remove();
    await globalTeardown();
  }
}

/**
 * Returns why killers fail although there is no fault. Those that fail are run once more, file by file: on a busy
 * machine a test may have missed its deadline among all the others.
 */
async function testUnmutated(copy: Copy, killers: readonly Killer[]): Promise<string[]> {
  const first = await copy.test(killers);
  const isSuspect = ({ test }: Killer) =>
    first.complaint !== null || first.failed.some(({ name }) => name.includes(test));
  const suspects = Map.groupBy(killers.filter(isSuspect), ({ file }) => file);
  const complaints: string[] = [];
  for (const [file, ofFile] of suspects) {
    const { complaint, failed } = await copy.test(ofFile);
    complaints.push(...[complaint ?? [], failed.map(({ name }) => name)].flat().map((why) => `${file}: ${why}`));
  }
  return complaints;
}

async function decide(copy: Copy, mutant: Mutant): Promise<[Fate, string]> {
  let files: readonly MutatedFile[];
  try {
    files = mutate(ROOT, mutant);
  } catch (error) {
    return ['stale', (error as Error).message];
  }
  for (const { file, text } of files) writeFileSync(join(copy.folder, file), text);
  try {
    const killer = killerOf(mutant);
    return judge(killer, await copy.test([killer]));
  } finally {
    for (const { file } of files) copy.restore(file);
  }
}

/** Only a failed `expect` shows that the test looks at the fault; a file that does not load shows nothing. */
function judge({ file, test }: Killer, { complaint, failed }: Awaited<ReturnType<Copy['test']>>): [Fate, string] {
  if (complaint) return ['broken', complaint];
  if (failed.length === 0) return ['survived', `${file} › ${test}`];
  const [first] = failed.filter(({ isAssertion }) => isAssertion);
  return first ? ['killed', `${file} › ${first.name}`] : ['broken', failed[0]?.message ?? ''];
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
