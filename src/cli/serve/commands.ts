import { Option } from 'commander';
import { ROLES, type Role } from '../../config/command-line.js';
import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';

export function addServe(program: PostriderCommand): void {
  program
    .command('serve')
    .description('run the server until it is stopped')
    .addOption(new Option('--role <role>', 'the role of this process').choices(ROLES).default('all'))
    .option('--open', 'open the console in a browser, or the set-up page until an account exists')
    // Before anything is loaded, because it begins the process anew.
    .hook('preAction', (serve) => {
      if (serve.opts<{ readonly role: Role }>().role === 'worker') enlargeYoungGeneration();
    })
    .examples('postrider serve', 'postrider serve --open', 'postrider serve --role worker')
    .action(action(async () => (await import('./run-serve.js')).serve));
}

/** The value in package.json and in the first line of main.ts. */
const EVERY_ROLE = '--max-semi-space-size=8';
const WORKERS = '--max-semi-space-size=32';

/**
 * Enlarges V8's young generation in workers, which saves 9 to 17 % of the processor time of a dispatch; the API would
 * only use more memory. Node reads the size at its start, so the worker executes Node again. The process keeps its id,
 * parent and streams, so signals reach it as before.
 */
function enlargeYoungGeneration(): void {
  const { execPath, execArgv, argv, platform } = process;
  if (platform === 'win32' || !execArgv.includes(EVERY_ROLE)) return;
  const flags = execArgv.map((flag) => (flag === EVERY_ROLE ? WORKERS : flag));
  process.execve?.(execPath, [execPath, ...flags, ...argv.slice(1)]);
}
