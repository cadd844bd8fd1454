import { Command } from 'commander';
import { VERSION } from '../lib/version.js';
import { addAudit } from './audit.js';
import { addCampaign } from './campaign.js';
import { addDoctor } from './doctor.js';
import { addKey } from './key.js';
import { addMigrate } from './migrate.js';
import { addOrganisation } from './organisation.js';
import { addSend } from './send.js';
import { addSendBulk } from './send-bulk.js';
import { addSender } from './sender.js';
import { addServe } from './serve.js';
import { addSetUpLink } from './set-up-link.js';
import { addWebhooks } from './webhooks.js';

/** The whole command line. Each command has a file of its own. */
export function createProgram(): Command {
  const program = new Command('postrider')
    .description('Messaging API for SMS and chat apps. Settings are environment variables; README lists them.')
    .version(VERSION)
    .option('--json', 'results as one line of JSON', false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('("--help" after a command shows what it takes)');
  addServe(program);
  addMigrate(program);
  addSetUpLink(program);
  addOrganisation(program);
  addKey(program);
  addSender(program);
  addSend(program);
  addSendBulk(program);
  addCampaign(program);
  addWebhooks(program);
  addAudit(program);
  addDoctor(program);
  return program;
}
