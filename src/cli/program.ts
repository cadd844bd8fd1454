import { Command } from 'commander';
import { VERSION } from '../lib/version.js';
import { addBackup } from './backup/backup.js';
import { addEndUnfinished } from './backup/end-unfinished.js';
import { addRestore } from './backup/restore.js';
import { addCompletion } from './completion/completion.js';
import { addDoctor } from './doctor/doctor.js';
import { addExamples, configureHelpAndErrors } from './help.js';
import { addMigrate } from './migrate.js';
import { addAudit } from './people/audit.js';
import { addKey } from './people/key.js';
import { addOrganisation } from './people/organisation.js';
import { addSetUpLink } from './people/set-up-link.js';
import { addRekey } from './rekey.js';
import { addServe } from './serve/serve.js';
import { addCampaign } from './sms/campaign.js';
import { addNumber } from './sms/number.js';
import { addReceive } from './sms/receive.js';
import { addSend } from './sms/send.js';
import { addSendBulk } from './sms/send-bulk.js';
import { addSender } from './sms/sender.js';
import { addWebhooks } from './webhooks/webhooks.js';

/** The command line. Each command has a file of its own. */
export function createProgram(): Command {
  const program = new Command('postrider')
    .description('Messaging API for SMS and chat apps. Settings are environment variables: see docs/settings.md.')
    .version(VERSION)
    .option('--json', 'print results as one line of JSON');
  addExamples(configureHelpAndErrors(program), 'postrider serve', 'postrider doctor');
  addServe(program);
  addMigrate(program);
  addSetUpLink(program);
  addOrganisation(program);
  addKey(program);
  addSender(program);
  addSend(program);
  addSendBulk(program);
  addReceive(program);
  addNumber(program);
  addCampaign(program);
  addWebhooks(program);
  addAudit(program);
  addDoctor(program);
  addRekey(program);
  addBackup(program);
  addRestore(program);
  addEndUnfinished(program);
  addCompletion(program);
  return program;
}
