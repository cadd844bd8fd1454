import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { CancelCampaign, PauseCampaign, ResumeCampaign } from '../../generated/documents.js';
import { Confirm } from '../../parts/forms/confirm.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { isUnderWay } from '../../parts/states/campaign-status.js';
import { notArrivedOf } from '../../parts/states/counts.js';
import { useMay } from '../../state/viewer.js';
import { ChangeTime } from './change-time.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

/** What can be done with the campaign now, for people who may. */
export function CampaignActions({ campaign }: { readonly campaign: Campaign }) {
  const maySend = useMay('sms:send');
  const [open, setOpen] = useState<'cancel' | 'time' | null>(null);
  const [said, setSaid] = useState('');
  if (!maySend) return null;
  const close = () => setOpen(null);
  const { status } = campaign;
  return (
    <>
      {isUnderWay(campaign) && (
        <>
          {status === 'SCHEDULED' && (
            <button type="button" className="button" onClick={() => setOpen('time')}>
              {words.actions.change}
            </button>
          )}
          <PauseOrResume campaign={campaign} />
          <button type="button" className="button danger" onClick={() => setOpen('cancel')}>
            {words.actions.cancel}
          </button>
        </>
      )}
      {!isUnderWay(campaign) && notArrivedOf(campaign.counts) > 0 && (
        <Link className="button" href={`/send?from=${campaign.id}`}>
          {words.actions.again}
        </Link>
      )}
      <span role="status">{said}</span>
      {open === 'cancel' && <CancelDialog campaign={campaign} onClose={close} onDone={setSaid} />}
      {open === 'time' && <ChangeTime campaign={campaign} onClose={close} />}
    </>
  );
}

function PauseOrResume({ campaign: { id, status } }: { readonly campaign: Campaign }) {
  const pause = useChange(PauseCampaign);
  const resume = useChange(ResumeCampaign);
  const isPaused = status === 'PAUSED';
  const { run, isRunning, failure, userErrors } = isPaused ? resume : pause;
  const problem = failure?.message ?? userErrors[0]?.message;
  return (
    <>
      <WriteButton
        className={isPaused ? 'button primary' : 'button'}
        isRunning={isRunning}
        onClick={() => !isRunning && void run({ input: { campaignId: id } })}
      >
        {isPaused ? words.actions.resume : words.actions.pause}
      </WriteButton>
      {problem && (
        <span className="error" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

interface CancelDialogProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
  readonly onDone: (said: string) => void;
}

function CancelDialog({ campaign: { id, counts }, onClose, onDone }: CancelDialogProps) {
  const change = useChange(CancelCampaign);
  const waiting = counts.queued + counts.held;
  const cancel = async () => {
    const payload = (await change.run({ input: { campaignId: id } }))?.cancelCampaign;
    if (!payload) return;
    onDone(words.actions.cancelled(payload.cancelled, payload.alreadyDispatched));
    onClose();
  };
  return (
    <Confirm
      title={words.actions.cancelTitle(waiting)}
      action={words.actions.cancelButton(waiting)}
      keep={words.actions.keep}
      change={change}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      <p>{words.actions.cancelHow}</p>
    </Confirm>
  );
}
