import { MUTANTS } from '../mutants/mutants.js';
import { CONFIGURATIONS } from './configurations.js';
import { CONTROLS, exploreControl } from './controls.js';
import { exploreMessages } from './exploration.js';
import type { Explored } from './explore.js';
import { PROMISES, type PromiseName } from './promises.js';
import { sentenceOf } from './rules.js';
import { createRecorder } from './transactions.js';

export interface Options {
  readonly short: boolean;
  readonly traces: boolean;
  readonly only: string;
}

/** Returns the exit code. */
export function runModel(options: Options): number {
  const areKept = exploreAll(options);
  const areFound = exploreControls(options);
  if (options.only === '') sayOthers();
  return areKept && areFound ? 0 : 1;
}

function sayOthers(): void {
  const known = new Set(CONTROLS.map(({ name }) => name));
  const others = MUTANTS.filter(({ name }) => !known.has(name));
  process.stdout.write(`\n${others.length} mutants are not in the model; these tests kill them:\n`);
  for (const { name, killer } of others) process.stdout.write(`${name.padEnd(46)}${killer.file}\n`);
}

/** Returns whether all promises are kept, in as many states and steps as expected. */
function exploreAll({ short, only }: Options): boolean {
  const recorder = createRecorder();
  let areKept = true;
  say('configuration', 'states', 'steps', 'seconds', '');
  for (const { name, setting, start, ...forms } of CONFIGURATIONS.filter((one) => one.name.includes(only))) {
    const { budget, size } = short ? forms.short : forms.full;
    const explored = exploreMessages({ setting, start, budget, record: recorder.record });
    const isExpected = explored.violation !== null || `${explored.states} ${explored.steps}` === size.join(' ');
    report(name, explored, isExpected ? '' : `expected: ${size.join(' ')}`);
    if (explored.violation) sayTrace(explored);
    areKept &&= isExpected && explored.violation === null;
  }
  process.stdout.write(`\n${recorder.list().length} distinct transactions\n\n`);
  return areKept;
}

/** Returns whether each control finds what goes wrong. */
function exploreControls({ traces, only }: Options): boolean {
  let areFound = true;
  say('control', 'states', 'steps', 'seconds', '');
  for (const control of CONTROLS.filter((one) => one.name.includes(only))) {
    const explored = exploreControl(control);
    report(control.name, explored, explored.violation ? '' : 'finds nothing');
    areFound &&= explored.violation !== null;
    if (!traces) continue;
    for (const rule of control.without) process.stdout.write(`   Not: ${sentenceOf(rule)}.\n`);
    sayTrace(explored);
  }
  return areFound;
}

function report(name: string, { states, steps, seconds, violation }: Explored<PromiseName>, remark: string): void {
  const found = violation ? `${violation.trace.length} steps against: ${PROMISES[violation.promise]}` : '';
  say(name, String(states), String(steps), seconds.toFixed(1), remark || found);
}

function say(name: string, states: string, steps: string, seconds: string, remark: string): void {
  const figures = [states.padStart(8), steps.padStart(9), seconds.padStart(8)].join(' ');
  process.stdout.write(`${name.padEnd(50)}${figures}  ${remark}`.trimEnd().concat('\n'));
}

function sayTrace({ violation }: Explored<PromiseName>): void {
  for (const [place, says] of (violation?.trace ?? []).entries()) {
    process.stdout.write(`${String(place + 1).padStart(6)}. ${says}\n`);
  }
}
