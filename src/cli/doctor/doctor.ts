import type { Command } from 'commander';
import { action } from '../command.js';
import { formatTable, printResult } from '../output.js';
import { examine } from './examination.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('look for what is wrong with this installation and say what to do; ends with 1 when something is')
    .action(action(({ json }) => doctor(json)));
}

async function doctor(json: boolean): Promise<void> {
  const findings = await examine();
  const wrong = findings.filter(({ ok }) => !ok).length;
  const rows = findings.map(({ ok, subject, words }) => [ok ? 'ok' : 'WRONG', subject, words]);
  const verdict = wrong === 0 ? 'Nothing is wrong.' : `${wrong} of ${findings.length} findings need attention.`;
  printResult(json, { ok: wrong === 0, findings }, `${formatTable(['', 'WHAT', 'FINDING'], rows)}\n\n${verdict}`);
  if (wrong > 0) process.exitCode = 1;
}
