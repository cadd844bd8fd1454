import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { CampaignRow } from '../../db/sql/sms/campaigns.js';
import type { Context } from '../../operations/context.js';
import { getCampaigns } from '../../operations/sms/campaigns/campaigns.js';
import { action, CommandError } from '../command.js';
import { createStatusLine, print, printJson, printProblem } from '../output.js';
import { findOwner } from '../people/choose-organisation.js';
import { actFor, withServices } from '../with-services.js';
import {
  formatBar,
  formatCounts,
  formatLine,
  formatNumber,
  type Progress,
  paceOf,
  progressOf,
  statusOf,
} from './progress.js';

export function addCampaign(program: Command): void {
  const group = program.command('campaign').description('bulk sends');
  group
    .command('watch')
    .argument('<id>', 'id of the campaign')
    .description('show the progress of a campaign until it has finished')
    .action(action(({ json }, id) => watch(id ?? '', json)));
}

function watch(id: string, json: boolean): Promise<void> {
  return withServices(async (services) => {
    const organisationId = await findOwner(services, 'campaigns', id);
    if (!organisationId) throw new CommandError(`There is no campaign with the id ${id}.`);
    await followCampaigns(actFor(services, organisationId, false), [id.toLowerCase()], json);
  });
}

const POLL_MS = 500;
/** Without a terminal, prints a line in this interval. */
const PLAIN_LINE_EVERY_MS = 5_000;
const NO_WORKER_AFTER_MS = 10_000;
const NO_WORKER = 'Nothing has been sent for 10 seconds. Is a worker running? "npm run postrider -- serve" starts one.';
const INTERRUPTED_EXIT_CODE = 130;

/** Shows the progress of campaigns until all have finished, then their results. */
export async function followCampaigns(context: Context, ids: readonly string[], json: boolean): Promise<void> {
  const interrupt = new AbortController();
  const leave = () => interrupt.abort();
  process.once('SIGINT', leave);
  const campaigns = await followUntilFinished(context, ids, json ? ignore : createView(), interrupt.signal);
  process.off('SIGINT', leave);
  if (interrupt.signal.aborted) {
    printProblem(
      `Sending continues. To watch it again: ${ids.map((id) => `npm run postrider -- campaign watch ${id}`).join('; ')}`,
    );
    process.exitCode = INTERRUPTED_EXIT_CODE;
  }
  printCampaigns(campaigns, json);
}

export function printCampaigns(campaigns: readonly CampaignRow[], json: boolean): void {
  const now = new Date();
  if (json) printJson(campaigns.map((campaign) => describe(campaign, now)));
  for (const campaign of json ? [] : campaigns) {
    const { id, total } = campaign;
    const counts = formatCounts(campaign);
    print(`Campaign ${id} is ${statusOf(campaign, now)}: ${counts} · total ${formatNumber(total)}`);
  }
}

type View = (progress: Progress, elapsedMs: number, first: Progress) => void;

const ignore: View = () => undefined;

async function followUntilFinished(
  context: Context,
  ids: readonly string[],
  view: View,
  interrupted: AbortSignal,
): Promise<CampaignRow[]> {
  const since = performance.now();
  let first: Progress | undefined;
  let warned = false;
  for (;;) {
    const campaigns = await getCampaigns(context, ids);
    if (campaigns.length < ids.length) throw new CommandError('The campaign does not exist any more.');
    const progress = progressOf(campaigns, new Date());
    first ??= progress;
    const elapsedMs = performance.now() - since;
    view(progress, elapsedMs, first);
    if (progress.finished || interrupted.aborted)
      return campaigns.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    if (!warned && elapsedMs > NO_WORKER_AFTER_MS && !progress.started && !progress.scheduled) {
      warned = true;
      printProblem(NO_WORKER);
    }
    await sleep(POLL_MS, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

/** Draws a bar in a terminal; elsewhere prints lines when something has changed. */
function createView(): View {
  const statusLine = createStatusLine();
  if (statusLine) {
    return (progress, elapsedMs, first) => {
      statusLine((columns) => formatBar(progress, paceOf(first, elapsedMs, progress), columns));
    };
  }
  let shownAtMs = -PLAIN_LINE_EVERY_MS;
  let shown = '';
  return (progress, elapsedMs, first) => {
    const counts = formatCounts(progress.counts);
    if (counts === shown || (elapsedMs - shownAtMs < PLAIN_LINE_EVERY_MS && !progress.finished)) return;
    printProblem(formatLine(progress, paceOf(first, elapsedMs, progress)));
    shown = counts;
    shownAtMs = elapsedMs;
  };
}

function describe(campaign: CampaignRow, now: Date) {
  const { id, name, total, accepted, invalid, duplicates, suppressed } = campaign;
  const { queued, sent, delivered, failed, undelivered, blocked, held, cancelled } = campaign;
  return {
    campaign_id: id,
    name,
    status: statusOf(campaign, now),
    total,
    accepted,
    invalid,
    duplicates,
    suppressed,
    counts: { queued, sent, delivered, failed, undelivered, blocked, held, cancelled },
    created_at: campaign.created_at,
    completed_at: campaign.completed_at,
  };
}
