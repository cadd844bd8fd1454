import { useState } from 'react';
import { useLocation } from 'wouter';
import { newKey } from '../../api/new-key.js';
import { useChange } from '../../api/use-change.js';
import { RetryCampaign } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

interface RetryButtonProps {
  readonly campaign: Pick<Campaign, 'id' | 'name'>;
  readonly codes: readonly number[];
  readonly count: number;
  readonly label: string;
  /** What is sent again, for people who hear the button away from its row. */
  readonly of: string;
}

export function RetryButton({ label, of, ...retry }: RetryButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        {label}
        <span className="visually-hidden"> {of}</span>
      </button>
      {isOpen && <RetryDialog {...retry} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RetryDialogProps extends Omit<RetryButtonProps, 'label' | 'of'> {
  readonly onClose: () => void;
}

function RetryDialog({ campaign, codes, count, onClose }: RetryDialogProps) {
  // One key for as long as the dialog is open: a lost answer sends nothing twice.
  const [idempotencyKey] = useState(newKey);
  const change = useChange(RetryCampaign);
  const [, navigate] = useLocation();
  const retry = async () => {
    const name = campaign.name && words.actions.retryName(campaign.name);
    const input = { campaignId: campaign.id, name, deliveryCodes: codes, idempotencyKey };
    const data = await change.run({ input });
    const id = data?.retryCampaign?.campaign?.id;
    if (id) navigate(`/campaigns/${id}`);
  };
  return (
    <Confirm
      title={words.actions.retryTitle(count)}
      action={words.actions.retryButton(count)}
      keep={words.actions.back}
      tone="primary"
      change={change}
      onConfirm={() => void retry()}
      onClose={onClose}
    >
      <p>{words.actions.retryHow}</p>
    </Confirm>
  );
}
