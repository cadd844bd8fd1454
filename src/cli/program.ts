import { VERSION } from '../lib/version.js';
import { addCompletion } from './completion/commands.js';
import { configureHelpAndErrors, PostriderCommand } from './help.js';
import { addAudit, addKey, addOrganisation, addSetUpLink } from './people/commands.js';
import { addServe } from './serve/commands.js';
import { addCampaign, addNumber, addReceive, addSender, addSends } from './sms/commands.js';
import { addBackup, addDoctor, addMigrate, addRekey } from './upkeep/commands.js';
import { addWebhooks } from './webhooks/commands.js';

/** The command line, in the order of its help. */
export function createProgram(): PostriderCommand {
  const program = new PostriderCommand('postrider')
    .description('Messaging API for SMS and chat apps. Settings are environment variables: see docs/settings.md.')
    .version(VERSION)
    .option('--json', 'print results as one line of JSON')
    .examples('postrider serve', 'postrider doctor');
  configureHelpAndErrors(program);
  addServe(program);
  addMigrate(program);
  addSetUpLink(program);
  addOrganisation(program);
  addKey(program);
  addSender(program);
  addSends(program);
  addReceive(program);
  addNumber(program);
  addCampaign(program);
  addWebhooks(program);
  addAudit(program);
  addDoctor(program);
  addRekey(program);
  addBackup(program);
  addCompletion(program);
  return program;
}
