import { killerOf } from '../mutants/mutant.js';
import { MUTANTS } from '../mutants/mutants.js';
import { CHAT_CONFIGURATIONS, CHAT_CONTROLS, exploreChatControl } from './chat/configurations.js';
import { exploreChat } from './chat/exploration.js';
import { CHAT_RULES } from './chat/rules.js';
import { CHAT_PROMISES } from './chat/state.js';
import { CONFIGURATIONS } from './configurations.js';
import { CONTROLS, exploreControl } from './controls.js';
import { exploreMessages } from './exploration.js';
import type { Explored } from './explore.js';
import { PROMISES } from './promises.js';
import { RULES } from './rules.js';
import { createRecorder } from './transactions.js';

export interface Options {
  readonly short: boolean;
  readonly traces: boolean;
  readonly only: string;
}

const CHAT = 'chat: ';

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
  for (const mutant of others) process.stdout.write(`${mutant.name.padEnd(46)}${killerOf(mutant).file}\n`);
}

/** Returns whether all promises are kept, in as many states and steps as expected. */
function exploreAll({ short, only }: Options): boolean {
  const recorder = createRecorder();
  const areKept: boolean[] = [];
  say('configuration', 'states', 'steps', 'seconds', '');
  for (const { name, setting, start, ...forms } of CONFIGURATIONS.filter((one) => one.name.includes(only))) {
    const { budget, size } = short ? forms.short : forms.full;
    areKept.push(isKept(name, exploreMessages({ setting, start, budget, record: recorder.of(setting) }), size));
  }
  for (const { name, setting, ...forms } of CHAT_CONFIGURATIONS.filter((one) => (CHAT + one.name).includes(only))) {
    const { budget, size } = short ? forms.short : forms.full;
    areKept.push(isKept(CHAT + name, exploreChat({ setting, budget }), size));
  }
  process.stdout.write(`\n${recorder.list().length} distinct transactions of SMS\n\n`);
  return !areKept.includes(false);
}

function isKept(name: string, explored: Explored<string>, size: readonly number[]): boolean {
  const isExpected = explored.violation !== null || `${explored.states} ${explored.steps}` === size.join(' ');
  report(name, explored, isExpected ? '' : `expected: ${size.join(' ')}`);
  if (explored.violation) sayTrace(explored);
  return isExpected && explored.violation === null;
}

/** Returns whether each control finds what goes wrong. */
function exploreControls({ traces, only }: Options): boolean {
  const areFound: boolean[] = [];
  say('control', 'states', 'steps', 'seconds', '');
  for (const control of CONTROLS.filter((one) => one.name.includes(only))) {
    areFound.push(isFound(control.name, exploreControl(control), traces && control.without.map((rule) => RULES[rule])));
  }
  for (const control of CHAT_CONTROLS.filter(({ without }) => (CHAT + without).includes(only))) {
    const { without } = control;
    areFound.push(isFound(CHAT + without, exploreChatControl(control), traces && [CHAT_RULES[without]]));
  }
  return !areFound.includes(false);
}

function isFound(name: string, explored: Explored<string>, sentences: readonly string[] | false): boolean {
  report(name, explored, explored.violation ? '' : 'finds nothing');
  if (sentences) {
    for (const sentence of sentences) process.stdout.write(`   Not: ${sentence}.\n`);
    sayTrace(explored);
  }
  return explored.violation !== null;
}

function report(name: string, { states, steps, seconds, violation }: Explored<string>, remark: string): void {
  const promises: Readonly<Record<string, string>> = name.startsWith(CHAT) ? CHAT_PROMISES : PROMISES;
  const found = violation ? `${violation.trace.length} steps against: ${promises[violation.promise]}` : '';
  say(name, String(states), String(steps), seconds.toFixed(1), remark || found);
}

function say(name: string, states: string, steps: string, seconds: string, remark: string): void {
  const figures = [states.padStart(8), steps.padStart(9), seconds.padStart(8)].join(' ');
  process.stdout.write(`${name.padEnd(50)}${figures}  ${remark}`.trimEnd().concat('\n'));
}

function sayTrace({ violation }: Explored<string>): void {
  for (const [place, says] of (violation?.trace ?? []).entries()) {
    process.stdout.write(`${String(place + 1).padStart(6)}. ${says}\n`);
  }
}
