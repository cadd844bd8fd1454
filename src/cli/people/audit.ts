import type { Command } from 'commander';
import { action } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from './organisation-option.js';

export function addAudit(program: Command): void {
  const command = program
    .command('audit')
    .description('list who did what in an organisation, newest first; with --json one line per entry')
    .addOption(organisationOption())
    .option('--since <when>', 'since when: a time such as 2030-01-31T12:00:00Z, or a span such as 7d or 12h', '7d')
    .action(action(async () => (await import('./run-audit.js')).audit));
  addExamples(command, 'postrider audit --since 30d', 'postrider audit --json');
}
