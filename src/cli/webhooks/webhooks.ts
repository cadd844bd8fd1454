import { type Command, Option } from 'commander';
import { action } from '../command.js';
import { organisationOption } from '../people/choose-organisation.js';
import { type ListenOptions, listen } from './listen.js';
import { type TriggerOptions, trigger } from './trigger.js';

const SECRET = 'whsec_…, what is posted is signed with; a fresh one when not given';

export function addWebhooks(program: Command): void {
  const group = program.command('webhooks').description('for the development of what webhooks are posted to');
  group
    .command('listen')
    .description('show what happens in an organisation, and post it to an address, until Ctrl-C')
    .option('--forward <url>', 'post each event there, as to an endpoint; once, whatever the answer is')
    .option('--secret <secret>', SECRET)
    .addOption(organisationOption())
    .option('--types <types>', 'these only, separated by commas, such as sms.delivered,sms.failed')
    .option('--after <sequence>', 'begin after this event instead of with the next; 0: with the oldest that is kept')
    .action(action<ListenOptions>(listen));
  group
    .command('trigger')
    .argument('<type>', 'of the event, such as sms.delivered')
    .description('post a made-up event to the active endpoints that want its type')
    .addOption(organisationOption())
    .addOption(new Option('--endpoint <id>', 'to this endpoint alone, whatever it wants').conflicts('url'))
    .option('--url <url>', 'to this address instead')
    .option('--secret <secret>', SECRET)
    .action(action<TriggerOptions>((options, type) => trigger(type ?? '', options)));
}
