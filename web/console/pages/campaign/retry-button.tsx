import { useLocation } from 'wouter';
import { RetryCampaign } from '../../generated/documents.js';
import { ConfirmButton } from '../../parts/forms/confirm-change.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

interface RetryButtonProps {
  readonly campaign: Pick<Campaign, 'id' | 'name'>;
  readonly code: number;
  readonly count: number;
  /** What is sent again, for people who hear the button away from its row. */
  readonly of: string;
}

export function RetryButton({ campaign: { id: campaignId, name }, code, count, of }: RetryButtonProps) {
  const [, navigate] = useLocation();
  return (
    <ConfirmButton
      button={words.reasons.retry}
      of={of}
      look="button quiet"
      title={words.actions.retryTitle(count)}
      action={words.actions.retryButton(count)}
      keep={words.actions.back}
      tone="primary"
      mutation={RetryCampaign}
      input={(idempotencyKey) => ({
        campaignId,
        name: name && words.actions.retryName(name),
        deliveryCodes: [code],
        idempotencyKey,
      })}
      onDone={({ retryCampaign }) => retryCampaign?.campaign && navigate(`/campaigns/${retryCampaign.campaign.id}`)}
    >
      <p>{words.actions.retryHow}</p>
    </ConfirmButton>
  );
}
