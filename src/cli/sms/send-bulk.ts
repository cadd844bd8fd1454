import { basename } from 'node:path';
import type { Command } from 'commander';
import type { CampaignRow } from '../../db/sql/sms/rows.js';
import { LIMITS } from '../../domain/limits.js';
import type { Context } from '../../operations/context.js';
import { sendBulkSms } from '../../operations/sms/send/send-bulk-sms.js';
import { action } from '../command.js';
import { printProblem } from '../output.js';
import { chooseOrganisation } from '../people/choose-organisation.js';
import { readTime } from '../times.js';
import { withServices } from '../with-services.js';
import { followCampaigns, printCampaigns } from './campaign.js';
import { formatNumber } from './progress.js';
import { type RecipientsFile, readRecipientsFile, readText } from './recipients-file.js';
import { actAsSender, addSendOptions, routerOf, type SendOptions, warnWithoutServer } from './send.js';

interface BulkOptions extends SendOptions {
  readonly message?: string;
  readonly column: string;
  readonly name?: string;
  readonly wait: boolean;
}

export function addSendBulk(program: Command): void {
  const command = program
    .command('send-bulk')
    .argument('<file>', 'comma, semicolon or tab separated, the first line names the columns; "-" for standard input')
    .description('send an SMS to every row of a file')
    .option('--message <text>', 'with {{name}} for the value of the column "name"; else each row\'s column "message"')
    .option('--column <name>', 'the column with the numbers', 'to')
    .option('--name <name>', 'name of the campaign; the name of the file when not given')
    .option('--no-wait', 'do not wait until the campaign has finished');
  addSendOptions(command).action(action<BulkOptions>((options, path) => sendBulk(path ?? '-', options)));
}

async function sendBulk(path: string, options: BulkOptions & { json: boolean }): Promise<void> {
  const scheduledAt = options.schedule === undefined ? null : readTime('--schedule', options.schedule);
  const { message, column, json } = options;
  const portionSize = LIMITS.recipientsPerBulkCall;
  const file = readRecipientsFile(await readText(path), { message, column, portionSize });
  await withServices(async (services, database) => {
    const organisation = await chooseOrganisation(services, options.organisation);
    const context = actAsSender(services, organisation, options);
    const name = options.name ?? (path === '-' ? 'standard input' : basename(path));
    const campaigns = await acceptAll(context, file, { ...options, name, scheduledAt });
    if (!json) announce(routerOf(context, options.senderId).always, file, campaigns);
    warnWithoutServer(database);
    // Waiting for what begins on another day helps nobody.
    if (!options.wait || scheduledAt) return printCampaigns(campaigns, json);
    await followCampaigns(
      context,
      campaigns.map(({ id }) => id),
      json,
    );
  });
}

interface CampaignOptions extends SendOptions {
  readonly name: string;
  readonly scheduledAt: Date | null;
}

/** A file with more rows than one call may have becomes several campaigns. */
async function acceptAll(context: Context, file: RecipientsFile, options: CampaignOptions): Promise<CampaignRow[]> {
  const { senderId, reference, scheduledAt } = options;
  const campaigns: CampaignRow[] = [];
  for (const [index, { recipients }] of file.portions.entries()) {
    const part = file.portions.length > 1 ? ` (${index + 1} of ${file.portions.length})` : '';
    const name = options.name.slice(0, LIMITS.nameLength - part.length) + part;
    // Each campaign needs a key of its own.
    const idempotencyKey = options.idempotencyKey && options.idempotencyKey + part;
    const common = { message: file.message, name, senderId, reference, scheduledAt, idempotencyKey };
    const { result, replayed } = await sendBulkSms(context, { ...common, recipients });
    if (replayed) printProblem(`Campaign ${result.id} had been accepted before and is not sent again.`);
    campaigns.push(result);
  }
  return campaigns;
}

/** `gateway`: where all of them go first; null when routes share them out. */
function announce(gateway: string | null, file: RecipientsFile, campaigns: readonly CampaignRow[]): void {
  const sum = (field: 'accepted' | 'invalid' | 'suppressed') => campaigns.reduce((all, one) => all + one[field], 0);
  const remarks = [
    [gateway === null ? 'accepted' : `accepted for ${gateway}`, sum('accepted')],
    ['cannot be sent to', sum('invalid')],
    ['suppressed', sum('suppressed')],
    ['duplicates left out', file.duplicates],
  ] as const;
  const worthSaying = remarks.filter(([, rows], index) => index === 0 || rows > 0);
  printProblem(`Rows ${worthSaying.map(([what, rows]) => `${what}: ${formatNumber(rows)}`).join(', ')}.`);
}
