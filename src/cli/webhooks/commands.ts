import { Argument, Option } from 'commander';
import { EVENT_TYPES } from '../../domain/events/event.js';
import { action } from '../command.js';
import type { PostriderCommand } from '../help.js';
import { ListOption, organisationOption } from '../options.js';

const SECRET = 'whsec_…, the secret that signs posts; generated if omitted';

export function addWebhooks(program: PostriderCommand): void {
  const group = program.command('webhooks').description('develop webhook receivers');
  group
    .command('listen')
    .description('show the events of an organisation, and post them to a URL, until Ctrl-C')
    .option('--forward <url>', 'post each event to this URL, once, whatever the response is')
    .option('--secret <secret>', SECRET)
    .addOption(organisationOption())
    .addOption(new ListOption('--types <types>', 'only these types, separated by commas', EVENT_TYPES))
    .option('--after <sequence>', 'start after this event instead of the newest; 0: with the oldest')
    .examples(
      'postrider webhooks listen --forward http://127.0.0.1:4000/',
      'postrider webhooks listen --types sms.delivered,sms.failed --after 0',
    )
    .action(action(async () => (await import('./run-listen.js')).listen));
  group
    .command('trigger')
    .addArgument(new Argument('<type>', 'the type of the event').choices(EVENT_TYPES))
    .description('post a sample event to the active endpoints that get its type')
    .addOption(organisationOption())
    .addOption(
      new Option(
        '--endpoint <endpoint>',
        'post to this endpoint only, by URL, description or id, whatever its types',
      ).conflicts('url'),
    )
    .option('--url <url>', 'post to this URL instead')
    .option('--secret <secret>', SECRET)
    .examples(
      'postrider webhooks trigger sms.failed',
      'postrider webhooks trigger sms.failed --url http://127.0.0.1:4000/',
    )
    .action(action(async () => (await import('./run-trigger.js')).trigger));
}
