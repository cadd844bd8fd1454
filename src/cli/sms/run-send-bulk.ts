import { basename } from 'node:path';
import { asTyped } from '../../config/command-line.js';
import type { CampaignRow } from '../../db/sql/sms/campaigns/campaigns.js';
import { LIMITS } from '../../domain/limits.js';
import type { Context } from '../../operations/context.js';
import type { SendBulkSmsInput } from '../../operations/sms/send/plan-bulk-sms.js';
import { sendBulkSms } from '../../operations/sms/send/send-bulk-sms.js';
import { EXIT, failWith } from '../command.js';
import { awaitInterruption } from '../interruption.js';
import { printProblem } from '../output.js';
import { readTime } from '../times.js';
import { forSending, withOrganisation } from '../with-services.js';
import { formatNumber } from './progress.js';
import { type RecipientsFile, readRecipientsFile, readText } from './recipients-file.js';
import { followCampaigns, printCampaigns, watchAgain } from './run-campaign.js';
import { showPreviews } from './run-preview.js';
import { routerOf, type SendOptions, warnWithoutServer } from './run-send.js';

interface BulkOptions extends SendOptions {
  readonly message?: string;
  readonly column: string;
  readonly name?: string;
  readonly wait: boolean;
  readonly preview?: true;
}

/** How far the command is, for Ctrl-C at any moment. */
interface Acceptance {
  isReading: boolean;
  readonly campaigns: CampaignRow[];
  /** The name of the campaign that the database is accepting. */
  underWay: string | null;
}

export async function sendBulk(options: BulkOptions, path: string): Promise<void> {
  const scheduledAt = options.schedule === undefined ? null : readTime('--schedule', options.schedule);
  const acceptance: Acceptance = { isReading: true, campaigns: [], underWay: null };
  const interruption = awaitInterruption(EXIT.interrupted, {
    first: () => printFirstInterruption(acceptance, options.json),
    second: () => failWithUnknownOutcome(acceptance, options),
  });
  const { message, column, json } = options;
  const portionSize = LIMITS.recipientsPerBulkCall;
  const file = readRecipientsFile(await readText(path), {
    message,
    column,
    portionSize,
    isSmart: options.smartEncoding === true,
  });
  acceptance.isReading = false;
  if (file.unused.length > 0)
    printProblem(`Columns that the message does not use: ${file.unused.map((name) => `"${name}"`).join(', ')}.`);
  await withOrganisation(options, async (operator, organisation, database) => {
    const context = forSending(operator, organisation, options);
    const name = options.name ?? (path === '-' ? 'standard input' : basename(path));
    const inputs = inputsFor(file, { ...options, name, scheduledAt });
    if (options.preview) return showPreviews(context, inputs, json);
    await acceptAll(context, inputs, acceptance, interruption.signal);
    interruption.dispose();
    const { campaigns } = acceptance;
    if (!json && campaigns.length > 0) printAccepted(routerOf(context, options.senderId).always, file, campaigns);
    if (interruption.signal.aborted) return printInterrupted(file, campaigns, options);
    warnWithoutServer(database);
    // Do not wait for a campaign that starts later.
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

type CampaignInput = SendBulkSmsInput & { readonly name: string };

/** One campaign, or several if the file has more rows than a call may have. */
function inputsFor({ message, portions }: RecipientsFile, options: CampaignOptions): CampaignInput[] {
  const { senderId, reference, scheduledAt, category, smartEncoding } = options;
  return portions.map(({ recipients }, index) => {
    const part = portions.length > 1 ? ` (${index + 1} of ${portions.length})` : '';
    const name = options.name.slice(0, LIMITS.nameLength - part.length) + part;
    // Each campaign needs its own key.
    const idempotencyKey = options.idempotencyKey && options.idempotencyKey + part;
    return { message, name, senderId, reference, scheduledAt, category, smartEncoding, idempotencyKey, recipients };
  });
}

async function acceptAll(
  context: Context,
  inputs: readonly CampaignInput[],
  acceptance: Acceptance,
  interrupted: AbortSignal,
): Promise<void> {
  for (const input of inputs) {
    if (interrupted.aborted) break;
    acceptance.underWay = input.name;
    const { result, replayed } = await sendBulkSms(context, input);
    acceptance.underWay = null;
    if (replayed) printProblem(`Campaign ${result.id} was accepted before and is not sent again.`);
    acceptance.campaigns.push(result);
  }
}

/** At the first Ctrl-C. Unless the command is still reading, it then ends in order. */
function printFirstInterruption({ isReading, underWay }: Acceptance, json: boolean): void {
  if (isReading) failWith([NOTHING_ACCEPTED], json, EXIT.interrupted);
  printProblem(underWay === null ? NOTHING_ACCEPTED : AWAITING_ANSWER);
}

const NOTHING_ACCEPTED = 'Interrupted before any row was accepted: nothing is sent.';
const AWAITING_ANSWER = 'Interrupted: waiting for the database to accept the rows under way; Ctrl-C again ends this.';

/** At the second Ctrl-C: the transaction may be committed or not. */
function failWithUnknownOutcome({ campaigns, underWay }: Acceptance, { idempotencyKey, json }: BulkOptions) {
  if (underWay === null) return;
  const sending = campaigns.length > 0 ? [`Sending continues. ${watchAgain(campaigns.map(({ id }) => id))}`] : [];
  const unknown = `It is not known whether the rows of the campaign "${underWay}" were accepted.`;
  const next = idempotencyKey
    ? 'The same command with the same --idempotency-key sends nothing twice.'
    : `Look with "${asTyped(`campaign watch '${underWay}'`)}" before you repeat the command: it would send them again.`;
  failWith([...sending, `${unknown} ${next}`], json, EXIT.interrupted);
}

/** After Ctrl-C: says what is sent all the same, what is not, and how to go on. */
function printInterrupted(file: RecipientsFile, campaigns: readonly CampaignRow[], options: BulkOptions) {
  const left = file.portions.slice(campaigns.length).reduce((rows, { recipients }) => rows + recipients.length, 0);
  if (campaigns.length > 0) printProblem(`Sending continues. ${watchAgain(campaigns.map(({ id }) => id))}`);
  if (campaigns.length > 0 && left > 0) {
    const again = options.idempotencyKey
      ? 'The same command with the same --idempotency-key sends only these.'
      : 'Without --idempotency-key the same command would send the accepted rows again.';
    printProblem(`Interrupted: ${formatNumber(left)} rows were not accepted and are not sent. ${again}`);
  }
  process.exitCode = EXIT.interrupted;
  printCampaigns(campaigns, options.json);
}

/** `gateway`: the first gateway of all recipients; null if routes distribute them. */
function printAccepted(gateway: string | null, file: RecipientsFile, campaigns: readonly CampaignRow[]): void {
  const sum = (field: 'accepted' | 'invalid' | 'suppressed') => campaigns.reduce((all, one) => all + one[field], 0);
  const remarks = [
    [gateway === null ? 'accepted' : `accepted for ${gateway}`, sum('accepted')],
    ['invalid numbers', sum('invalid')],
    ['suppressed', sum('suppressed')],
    ['repeated numbers', file.duplicates],
  ] as const;
  const worthSaying = remarks.filter(([, rows], index) => index === 0 || rows > 0);
  printProblem(`Rows ${worthSaying.map(([what, rows]) => `${what}: ${formatNumber(rows)}`).join(', ')}.`);
}
