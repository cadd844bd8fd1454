import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { JEST } from '../support/jest/command.js';
import type { Killer } from './mutant.js';

/** What tests in memory need; those that start the built program are too slow to kill mutants. */
const COPIED = ['src', 'test', 'docs', 'package.json', 'jest.config.js', 'tsconfig.json', '.swcrc', 'schema.graphql'];
/** PostgreSQL runs already, and a killer may be of any suite. */
const CONFIG = `import base from './jest.config.js';
const { globalSetup, globalTeardown, ...others } = base;
export default { ...others, testPathIgnorePatterns: ['/node_modules/'] };
`;
/** For each file of tests, so that the run of all killers together has time for all of them. */
const FILE_TIMEOUT_MS = 120_000;

export interface FailedTest {
  readonly name: string;
  /** An `expect` has failed, and not something around it. */
  readonly isAssertion: boolean;
  readonly message: string;
}

export interface Tested {
  readonly failed: readonly FailedTest[];
  /** Why the tests did not run; null: they did. */
  readonly complaint: string | null;
}

/** A copy of the source, in which faults hurt nobody. */
export interface Copy {
  readonly folder: string;
  /** Runs these tests alone. */
  test(killers: readonly Killer[]): Promise<Tested>;
  /** Makes a file as it is in the original. */
  restore(file: string): void;
  /** Also ends a test that is running. */
  remove(): void;
}

export function copyTree(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-mutants-'));
  for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
  // Tests that start the server read what browsers load from `dist`.
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'jest.mutants.config.js'), CONFIG);
  let jest: ChildProcess | undefined;
  return {
    folder,
    async test(killers) {
      const output = join(folder, 'results.json');
      rmSync(output, { force: true });
      jest = startJest(folder, killers, output);
      const [complaints] = await Promise.all([text(jest.stderr as Readable), once(jest, 'close')]);
      if (!existsSync(output)) return { failed: [], complaint: complaints || 'jest did not end in time' };
      return read(JSON.parse(readFileSync(output, 'utf8')), killers);
    },
    restore: (file) => copyFileSync(join(root, file), join(folder, file)),
    remove() {
      jest?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed' | 'pending';
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function startJest(folder: string, killers: readonly Killer[], output: string): ChildProcess {
  const jest = ['--config', 'jest.mutants.config.js', '--runInBand', '--json', '--outputFile', output];
  const names = killers.map(({ test }) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const files = [...new Set(killers.map(({ file }) => file))];
  return spawn(process.execPath, [...JEST, ...jest, '-t', names, '--runTestsByPath', ...files], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: files.length * FILE_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
}

function read({ testResults }: Results, killers: readonly Killer[]): Tested {
  const unloaded = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (unloaded) return { failed: [], complaint: stripVTControlCharacters(unloaded.message) };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const missing = killers.find(
    ({ test }) => !tests.some((one) => one.status !== 'pending' && one.fullName.includes(test)),
  );
  if (missing) return { failed: [], complaint: `${missing.file} has no test "${missing.test}"` };
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => {
      const message = stripVTControlCharacters(failureMessages.join('\n'));
      return { name: fullName, isAssertion: message.includes('expect('), message };
    });
  return { failed, complaint: null };
}
