import type { CampaignStatus } from '../vocabulary.js';

export interface CampaignState {
  readonly cancelledAt: string | null;
  readonly completedAt: string | null;
  readonly startedAt: string | null;
  readonly scheduledAt: string | null;
  readonly queued: number;
  readonly held: number;
}

/** The status of a campaign follows from what happened to its messages; it is stored nowhere. */
export function campaignStatus(campaign: CampaignState, now: Date): CampaignStatus {
  if (campaign.cancelledAt !== null) return 'cancelled';
  if (campaign.completedAt !== null) return 'completed';
  // Nothing is on its way to a gateway any more, and something waits to be released.
  if (campaign.held > 0 && campaign.queued === 0) return 'held';
  if (campaign.startedAt !== null) return 'running';
  const waits = campaign.scheduledAt !== null && Date.parse(campaign.scheduledAt) > now.getTime();
  return waits ? 'scheduled' : 'queued';
}
