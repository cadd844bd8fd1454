/**
 * `npm run fuzz`: hostile requests over REST and GraphQL, made from the OpenAPI document and the schema, at a server of
 * its own. What is wrong is printed with the request and with the seed that makes all of them again.
 *
 *   npm run fuzz -- --cases 10000 --seed 7            10,000 by default, and a seed by the clock
 *   npm run fuzz -- --documents --cases 1000000       the code that the compiler makes of documents, without a server
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    documents: { type: 'boolean', default: false },
  },
});
for (const name of ['cases', 'seed'] as const) {
  const value = values[name];
  if (!/^\d+$/.test(value) || Number(value) >= 2 ** 31) throw new Error(`--${name} must be a whole number below 2^31.`);
}
const [file, pattern] = values.documents
  ? ['compiled-source', 'generated documents']
  : ['bad-input', 'generated requests'];

const jest = join(dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin/jest.js');
const only = ['--testPathIgnorePatterns', '/node_modules/', '--testMatch', `**/test/security/${file}.slow.test.ts`];
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const child = spawn(process.execPath, [...flags, jest, ...only, '--testNamePattern', pattern], {
  stdio: 'inherit',
  // In production graphql-js looks at fewer things twice, which is a third of the time of documents.
  env: {
    ...process.env,
    FUZZ_CASES: values.cases,
    FUZZ_SEED: values.seed,
    ...(values.documents && { NODE_ENV: 'production' }),
  },
});
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
