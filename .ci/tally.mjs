// Counts what the runs of jest say, for `.ci/run`.
//
//   tally.mjs repeatable RESULTS...
//     The suites that have failed and may run again, a line each.
//   tally.mjs count RESULTS... [--again FILE] [--other FILE]
//     "N passed, N failed". What `again` has repeated of the results counts as it ended there; what `other` has counts
//     as well.
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// A run that wrote nothing has broken off: that is a failure of its own.
const BROKEN_OFF = { testResults: [], broken: 1 };

// These look for what happens rarely, by a seed that is new in each run: that the next run does not find it says
// nothing.
const NEVER_REPEATED = /\/test\/(chaos|security)\/|\/test\/peers\/smpp-once\./;

const say = (line) => process.stdout.write(`${line}\n`);

function read(file) {
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), broken: 0 } : BROKEN_OFF;
}

function count(suites, broken) {
  const tests = (status) => suites.flatMap((suite) => suite.assertionResults).filter((test) => test.status === status);
  // A suite that cannot even be loaded has no failed tests of its own.
  const unloaded = suites.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  return { passed: tests('passed').length, failed: tests('failed').length + unloaded.length + broken };
}

function namesOfFailed(suite) {
  return suite.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'string' }, other: { type: 'string' } },
});
const [command, ...files] = positionals;
const runs = files.map(read);
const suites = runs.flatMap(({ testResults }) => testResults);
const failed = suites.filter(({ status }) => status === 'failed');
if (command === 'repeatable') {
  for (const { name } of failed) if (!NEVER_REPEATED.test(name)) say(name);
} else {
  const again = values.again && existsSync(values.again) ? read(values.again).testResults : [];
  const repeated = new Map(again.map((suite) => [suite.name, suite]));
  for (const suite of failed.filter(({ name }) => repeated.get(name)?.status === 'passed')) {
    say(`Failed once, passed when it ran again alone: ${suite.name}\n  ${namesOfFailed(suite).join('\n  ')}`);
  }
  const other = values.other === undefined ? [] : [read(values.other)];
  const counted = [
    ...suites.map((suite) => repeated.get(suite.name) ?? suite),
    ...other.flatMap(({ testResults }) => testResults),
  ];
  const total = count(
    counted,
    [...runs, ...other].reduce((sum, { broken }) => sum + broken, 0),
  );
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}
