import { type Command, Option } from 'commander';
import { SENDER_STATUSES } from '../../domain/vocabulary.js';
import { action } from '../command.js';
import { addExamples } from '../help.js';

const SENDER = 'name or id of the sender ID';
const OF = 'the organisation of the sender ID, by name or id; all if omitted';

export function addSender(program: Command): void {
  const group = program.command('sender').description('approve or reject sender IDs of organisations');
  const listCommand = group
    .command('list')
    .description('list sender IDs, longest waiting first')
    .option('--organisation <name>', 'only those of this organisation, by name or id')
    .addOption(new Option('--status <status>', 'only those with this status').choices(SENDER_STATUSES))
    .action(action(async () => (await import('./run-sender.js')).list));
  addExamples(listCommand, 'postrider sender list --status pending');
  const approveCommand = group
    .command('approve')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('allow messages to use the sender ID')
    .action(action(async () => (await import('./run-sender.js')).approve));
  addExamples(approveCommand, 'postrider sender approve SHOP');
  const rejectCommand = group
    .command('reject')
    .argument('<sender>', SENDER)
    .option('--organisation <name>', OF)
    .description('reject the sender ID, also if it was approved')
    .requiredOption('--reason <text>', 'the reason, which is shown to the organisation')
    .option('--let-waiting-go', 'send the messages that were accepted with it; default: hold them')
    .action(action(async () => (await import('./run-sender.js')).reject));
  addExamples(rejectCommand, "postrider sender reject BANK --reason 'There is a bank of that name'");
}
