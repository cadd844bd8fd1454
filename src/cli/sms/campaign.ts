import type { Command } from 'commander';
import { SENT_AGAIN_CODES } from '../../domain/sms/delivery-codes.js';
import { action, ListOption } from '../command.js';
import { addExamples } from '../help.js';
import { organisationOption } from '../people/organisation-option.js';

const CHANGES = {
  pause: 'submit no further message of a campaign until it is resumed',
  resume: 'resume a paused campaign',
  cancel: 'cancel the messages of a campaign that no gateway has',
} as const;

export function addCampaign(program: Command): void {
  const group = program.command('campaign').description('bulk sends');
  const addCommand = (name: string, description: string) =>
    group
      .command(name)
      .argument('<campaign>', 'name or id of the campaign')
      .addOption(organisationOption())
      .description(description);
  const watch = addCommand('watch', 'show the progress of a campaign until it has finished');
  watch.action(action(async () => (await import('./run-campaign.js')).watch));
  addExamples(watch, 'postrider campaign watch people.csv');
  for (const name of Object.keys(CHANGES) as (keyof typeof CHANGES)[]) {
    const change = addCommand(name, CHANGES[name]);
    change.action(action(async () => (await import('./run-campaign-changes.js'))[name]));
    addExamples(change, `postrider campaign ${name} people.csv`);
  }
  const reschedule = addCommand('reschedule', 'give a campaign that has not started another time')
    .option(
      '--schedule <time>',
      'do not send before this time, such as 2030-01-31T12:00:00Z; if omitted, it starts now',
    )
    .action(action(async () => (await import('./run-campaign-changes.js')).reschedule));
  addExamples(
    reschedule,
    'postrider campaign reschedule people.csv --schedule 2030-01-31T12:00:00Z',
    'postrider campaign reschedule people.csv',
  );
  const retry = addCommand('retry', 'send the failed messages of a campaign again, as a new campaign')
    .addOption(
      new ListOption(
        '--code <codes>',
        'only messages with these delivery codes; all of them if omitted',
        RETRIED_CODES,
      ),
    )
    .option('--name <name>', 'the name of the new campaign; that of the old one if omitted')
    .option('--schedule <time>', 'do not send before this time, such as 2030-01-31T12:00:00Z')
    .option('--idempotency-key <key>', 'a key that makes a repeated call within 24 hours send nothing again')
    .action(action(async () => (await import('./run-campaign-changes.js')).retry));
  addExamples(
    retry,
    'postrider campaign retry people.csv',
    "postrider campaign retry people.csv --code 402,502 --name 'Friday, once more'",
  );
}

const RETRIED_CODES = SENT_AGAIN_CODES.map(String);
