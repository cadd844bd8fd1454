import { callOperation } from './api.js';
import type { Connection } from './connection.js';
import { asInRest, CAMPAIGN_PROGRESS } from './generated/campaign-progress.js';
import type { Campaign } from './generated/rest.js';
import { sleep } from './retries.js';
import { subscribe } from './subscription.js';

export interface WaitOptions {
  /** Ends the wait: it fails with the code `aborted`. Without a signal it lasts as long as the campaign. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the campaign as it is, and after changes, at most once a second. */
  readonly onProgress?: ((campaign: Campaign) => void) | undefined;
}

const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = 10_000;
/** A campaign takes minutes, so a server that is restarted meanwhile must not end the wait. */
const PATIENCE = { maxRetries: 60, totalTimeout: 300_000 };

/**
 * Follows the subscription while it lasts, and reads the campaign when it has ended. Where no subscription comes
 * through, it polls. It pauses as well after a subscription that broke: some proxies cut every response off after its
 * beginning.
 */
export async function waitForCampaign(
  connection: Connection,
  campaignId: string,
  { signal, onProgress }: WaitOptions,
): Promise<Campaign> {
  let shown = '';
  let isCompleted = false;
  const show = (campaign: Campaign) => {
    isCompleted = campaign.completed_at !== null;
    const text = JSON.stringify(campaign);
    if (text !== shown) onProgress?.(campaign);
    shown = text;
  };
  let isStreaming = true;
  for (let interval = FIRST_POLL_MS; ; interval = Math.min(interval * 1.5, LONGEST_POLL_MS)) {
    const request = { path: { campaign_id: campaignId } };
    const campaign = await callOperation(connection, 'getCampaign', request, { ...PATIENCE, signal });
    show(campaign);
    if (isCompleted) return campaign;
    if (isStreaming) isStreaming = await followProgress(connection, campaignId, signal, show);
    if (!isCompleted) await sleep(interval, signal);
  }
}

/** Returns whether there was a subscription at all. */
async function followProgress(
  connection: Connection,
  campaignId: string,
  signal: AbortSignal | undefined,
  show: (campaign: Campaign) => void,
): Promise<boolean> {
  const payload = { query: CAMPAIGN_PROGRESS, variables: { id: campaignId } };
  let isStreaming = false;
  for await (const { campaignProgress } of subscribe<{ campaignProgress: unknown }>(connection, payload, signal)) {
    isStreaming = true;
    show(asInRest(campaignProgress));
  }
  return isStreaming;
}
