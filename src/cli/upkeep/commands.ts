import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';

export function addMigrate(program: PostriderCommand): void {
  program
    .command('migrate')
    .description('migrate the database; safe to run at any time and more than once')
    .option('--distribute', 'spread the tables over the nodes of Citus; no server may run meanwhile')
    .examples('postrider migrate')
    .action(action(async () => (await import('./run-migrate.js')).migrate));
}

export function addDoctor(program: PostriderCommand): void {
  program
    .command('doctor')
    .description(
      'check this installation and say what to do; exits with 1 if something is wrong, with 3 if there are only warnings',
    )
    .examples('postrider doctor', 'postrider doctor --json')
    .action(action(async () => (await import('../doctor/run-doctor.js')).doctor));
}

export function addRekey(program: PostriderCommand): void {
  program
    .command('rekey')
    .description(
      'seal everything anew that PREVIOUS_SECRET_KEY has sealed; safe beside running servers and more than once',
    )
    .option(
      '--lost',
      'the key of this database is lost for good: accept SECRET_KEY, with which nothing in it can be read',
    )
    .examples('postrider rekey', 'postrider rekey --lost')
    .action(action(async () => (await import('./run-rekey.js')).runRekey));
}

export function addBackup(program: PostriderCommand): void {
  program
    .command('backup')
    .argument('<folder>', 'the folder to create')
    .description('back up the embedded database, while the server runs or not')
    .examples('postrider backup /backups/monday')
    .action(action(async () => (await import('./run-backup.js')).backup));
  program
    .command('restore')
    .argument('<folder>', 'a folder that "backup" has created')
    .description('restore the embedded database into a DATA_DIR that has none; starts no server')
    .option('--resume', 'send what waited at the time of the backup: only if no server has run since')
    .examples('postrider restore /backups/monday', 'DATA_DIR=/srv/postrider postrider restore /backups/monday')
    .action(action(async () => (await import('./run-restore.js')).restore));
  program
    .command('end-unfinished')
    .description('after pg_restore: end messages that may have been sent since the backup, so that none is sent twice')
    .examples('postrider end-unfinished')
    .action(action(async () => (await import('./run-end-unfinished.js')).runEndUnfinished));
}
