import { asTyped } from '../../config/command-line.js';
import type { CampaignRow } from '../../db/sql/sms/campaigns/campaigns.js';
import { pause } from '../../lib/async/abort.js';
import type { Context } from '../../operations/context.js';
import { getCampaigns } from '../../operations/sms/campaigns/campaigns.js';
import { CommandError, EXIT } from '../command.js';
import { awaitInterruption } from '../interruption.js';
import type { OrganisationOptions } from '../options.js';
import { createStatusLine, print, printJson, printProblem } from '../output.js';
import { chooseOrganisation, findOwned } from '../people/choose-organisation.js';
import { isoTime } from '../times.js';
import { actFor, forSending, withServices } from '../with-services.js';
import {
  createPace,
  formatBar,
  formatCounts,
  formatLine,
  formatNumber,
  type Progress,
  progressOf,
  statusOf,
} from './progress.js';

export function watch({ json, ...options }: OrganisationOptions, given: string): Promise<void> {
  return withCampaign(options, given, (context, { campaignId }) => followCampaigns(context, [campaignId], json));
}

export function withCampaign(
  { organisation: named }: Pick<OrganisationOptions, 'organisation'>,
  given: string,
  work: (context: Context, input: { readonly campaignId: string }) => Promise<void>,
): Promise<void> {
  return withServices(async (services) => {
    const { id: campaignId, organisationId } = await findOwned(services, 'campaign', given, named);
    const organisation = await chooseOrganisation(services, organisationId);
    await work(forSending(actFor(services, organisation), organisation, {}), { campaignId });
  });
}

const POLL_MS = 500;
/** Without a terminal, prints a line in this interval. */
const PLAIN_LINE_EVERY_MS = 5_000;
const NO_WORKER_AFTER_MS = 10_000;
const NO_WORKER = 'Nothing has been sent for 10 seconds. Is a worker running?';

/** Shows the progress of campaigns until all have finished, then their results. */
export async function followCampaigns(context: Context, ids: readonly string[], json: boolean): Promise<void> {
  const interrupt = awaitInterruption(EXIT.interrupted);
  const campaigns = await followUntilFinished(context, ids, json ? ignore : createView(), interrupt.signal);
  interrupt.dispose();
  if (interrupt.signal.aborted) {
    printProblem(`Sending continues. ${watchAgain(ids)}`);
    process.exitCode = EXIT.interrupted;
  }
  printCampaigns(campaigns, json);
}

export function watchAgain(ids: readonly string[]): string {
  return `To watch it again: ${ids.map((id) => asTyped(`campaign watch ${id}`)).join('; ')}`;
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

type View = (progress: Progress, elapsedMs: number) => void;

const ignore: View = () => undefined;

async function followUntilFinished(
  context: Context,
  ids: readonly string[],
  view: View,
  interrupted: AbortSignal,
): Promise<CampaignRow[]> {
  const since = performance.now();
  let warned = false;
  for (;;) {
    const campaigns = await getCampaigns(context, ids);
    if (campaigns.length < ids.length) throw new CommandError('The campaign does not exist any more.');
    const progress = progressOf(campaigns, new Date());
    const elapsedMs = performance.now() - since;
    view(progress, elapsedMs);
    if (progress.finished || interrupted.aborted)
      return campaigns.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    if (!warned && elapsedMs > NO_WORKER_AFTER_MS && !progress.started && !progress.waits) {
      warned = true;
      printProblem(NO_WORKER);
    }
    await pause(POLL_MS, interrupted);
  }
}

/** Draws a bar in a terminal; elsewhere prints lines when something has changed. */
function createView(): View {
  const paceOf = createPace();
  const statusLine = createStatusLine();
  if (statusLine) {
    return (progress, elapsedMs) => {
      const pace = paceOf(elapsedMs, progress);
      statusLine((columns) => formatBar(progress, pace, columns));
    };
  }
  let shownAtMs = -PLAIN_LINE_EVERY_MS;
  let shown = '';
  return (progress, elapsedMs) => {
    const pace = paceOf(elapsedMs, progress);
    const counts = formatCounts(progress.counts);
    if (counts === shown || (elapsedMs - shownAtMs < PLAIN_LINE_EVERY_MS && !progress.finished)) return;
    printProblem(formatLine(progress, pace));
    shown = counts;
    shownAtMs = elapsedMs;
  };
}

export function describe(campaign: CampaignRow, now: Date) {
  const { id, name, total, accepted, invalid, duplicates, suppressed } = campaign;
  const { queued, sent, delivered, failed, undelivered, blocked, held, cancelled } = campaign;
  return {
    id,
    name,
    status: statusOf(campaign, now),
    total,
    accepted,
    invalid,
    duplicates,
    suppressed,
    counts: { queued, sent, delivered, failed, undelivered, blocked, held, cancelled },
    created_at: isoTime(campaign.created_at),
    completed_at: isoTime(campaign.completed_at),
  };
}
