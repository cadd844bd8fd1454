import type { CampaignResult, CampaignStatus } from '../../generated/documents.js';
import { text } from '../../texts/text.js';

const LOOK: Readonly<Record<CampaignStatus, readonly [sign: string, look: string]>> = {
  SCHEDULED: ['◷', 'quiet'],
  QUEUED: ['○', 'under-way'],
  RUNNING: ['◐', 'under-way'],
  PAUSED: ['‖', 'held'],
  HELD: ['‖', 'held'],
  COMPLETED: ['●', 'arrived'],
  CANCELLED: ['–', 'cancelled'],
};

interface CampaignStateProps {
  readonly status: CampaignStatus;
  readonly result: CampaignResult | null;
}

export function CampaignState({ status, result }: CampaignStateProps) {
  const [sign, look] = LOOK[status];
  const hasFailures = result === 'WITH_FAILURES';
  return (
    <span className={`status ${look}`}>
      <span aria-hidden="true">{sign}</span> {hasFailures ? text.finishedWithFailures : text.campaignStatus[status]}
    </span>
  );
}
