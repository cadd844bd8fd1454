import { listOf, type NumberList } from '../../../parts/lists/number-list.js';
import { FailureNote } from '../../../parts/panel.js';
import type { Draft } from '../draft.js';
import { words } from '../texts.js';
import { type FailedCampaign, useFailedOf } from './use-failed-of.js';

interface FailedStepProps {
  readonly campaignId: string;
  readonly onLoaded: (list: NumberList | null, source: string, changes: Partial<Draft>) => void;
}

/** Takes what failed of a campaign as the list, and its text and sender. */
export function FailedStep({ campaignId, onLoaded }: FailedStepProps) {
  const { loaded, failure, retry } = useFailedOf(campaignId, (campaign, records) => {
    const heading = { line: 1, fields: [words.from.number, words.from.reference] };
    const list = records.length > 0 ? listOf([heading, ...records], { hasHeading: true, numberAt: 0 }) : null;
    if (!campaign || !list) return onLoaded(null, '', {});
    onLoaded(list, words.from.source(campaign.name ?? words.from.unnamed), settingsOf(campaign));
  });
  if (failure) return <FailureNote failure={failure} onRetry={retry} />;
  return <p role="status">{words.from.loading(loaded)}</p>;
}

const settingsOf = ({ text, senderId, test }: FailedCampaign): Partial<Draft> => ({
  text: text ?? '',
  senderId: senderId ?? '',
  isTest: test,
});
