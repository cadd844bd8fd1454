import { Argument } from 'commander';
import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';
import { printResult } from '../output.js';
import { bashScript } from './bash-script.js';
import { describeCommands } from './describe-commands.js';
import { zshScript } from './zsh-script.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript } as const;
type Shell = keyof typeof SCRIPTS;

/** The scripts call no program: a start of Node.js at each TAB would take a tenth of a second. */
export function addCompletion(program: PostriderCommand): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .description('print a script that lets the shell complete commands, options and their values')
    .addHelpText('after', () =>
      [
        '',
        'To switch it on, put one of these lines into ~/.bashrc or ~/.zshrc (there below compinit):',
        '  source <(postrider completion bash)',
        '  source <(postrider completion zsh)',
      ].join('\n'),
    )
    .examples('postrider completion bash', 'postrider completion zsh')
    .action(
      action(async () => async ({ json }, shell: Shell) => {
        const script = SCRIPTS[shell](describeCommands(program));
        printResult(json, { script }, script.trimEnd());
      }),
    );
}
