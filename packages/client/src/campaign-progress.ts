import { callOperation } from './api.js';
import type { Connection } from './connection.js';
import type { Campaign } from './generated/rest.js';
import { sleep } from './retries.js';
import { subscribe } from './subscription.js';

export interface WaitOptions {
  /** Ends the wait: it fails with the code `aborted`. Without a signal it lasts as long as the campaign. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the campaign as it is, and after changes, at most once a second. */
  readonly onProgress?: ((campaign: Campaign) => void) | undefined;
}

/** The fields of a campaign in REST, under their names there. */
export const CAMPAIGN_PROGRESS = `subscription ($id: UUID!) {
  campaignProgress(id: $id) {
    campaign_id: id name status total accepted invalid duplicates suppressed
    counts { queued sent delivered failed undelivered blocked held cancelled }
    sender_id: senderId reference metadata test created_by: createdBy { kind id name }
    created_at: createdAt scheduled_at: scheduledAt valid_until: validUntil started_at: startedAt completed_at: completedAt
    cancelled_at: cancelledAt paused_at: pausedAt pause_reason: pauseReason pause_on_failures: pauseOnFailures result
    retry_of: retryOf { id }
  }
}`;

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
  for await (const { campaignProgress } of subscribe<{ campaignProgress: Progress }>(connection, payload, signal)) {
    isStreaming = true;
    show(asInRest(campaignProgress));
  }
  return isStreaming;
}

interface Progress extends Omit<Campaign, 'retry_of'> {
  readonly retry_of: { readonly id: string } | null;
}

/** Words of enums are in capitals in GraphQL. */
function asInRest(campaign: Progress): Campaign {
  const { status, created_by: maker, pause_reason: reason, result, retry_of: retried } = campaign;
  return {
    ...campaign,
    status: status.toLowerCase(),
    created_by: maker && { ...maker, kind: maker.kind.toLowerCase() },
    pause_reason: reason?.toLowerCase() ?? null,
    result: result?.toLowerCase() ?? null,
    retry_of: retried?.id ?? null,
  };
}
