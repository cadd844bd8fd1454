// Counts what the runs of jest say, for `.ci/run`.
//
//   tally.mjs repeatable RESULTS             the suites that have failed and may run again, a line each
//   tally.mjs count RESULTS AGAIN OTHERS...  "N passed, N failed"; what AGAIN has repeated of RESULTS counts as it ended there
import { existsSync, readFileSync } from 'node:fs';

// A run that wrote nothing has broken off: that is a failure of its own.
const BROKEN_OFF = { testResults: [], broken: 1 };

// These look for what happens rarely, by a seed that is new in each run: that the next run does not find it says nothing.
const NEVER_REPEATED = /\/test\/(chaos|security)\/|\/test\/peers\/smpp-once\./;

const say = (line) => process.stdout.write(`${line}\n`);

function read(file) {
  return existsSync(file) ? { ...JSON.parse(readFileSync(file, 'utf8')), broken: 0 } : BROKEN_OFF;
}

const failedSuites = ({ testResults }) => testResults.filter(({ status }) => status === 'failed');

function count(suites, broken) {
  const tests = (status) => suites.flatMap((suite) => suite.assertionResults).filter((test) => test.status === status);
  // A suite that cannot even be loaded has no failed tests of its own.
  const unloaded = suites.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  return { passed: tests('passed').length, failed: tests('failed').length + unloaded.length + broken };
}

function namesOfFailed(suite) {
  return suite.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
}

const [command, ...files] = process.argv.slice(2);
const [main, again = BROKEN_OFF, ...others] = files.map(read);
if (command === 'repeatable') {
  for (const { name } of failedSuites(main)) if (!NEVER_REPEATED.test(name)) say(name);
} else {
  const repeated = new Map(again.testResults.map((suite) => [suite.name, suite]));
  for (const suite of failedSuites(main).filter(({ name }) => repeated.get(name)?.status === 'passed')) {
    say(`Failed once, passed when it ran again alone: ${suite.name}\n  ${namesOfFailed(suite).join('\n  ')}`);
  }
  const suites = [
    ...main.testResults.map((suite) => repeated.get(suite.name) ?? suite),
    ...others.flatMap(({ testResults }) => testResults),
  ];
  const { passed, failed } = count(
    suites,
    [main, ...others].reduce((total, run) => total + run.broken, 0),
  );
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
