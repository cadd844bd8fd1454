import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { CancelCampaign, PauseCampaign, ResumeCampaign } from '../../generated/documents.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { isUnderWay, notArrivedOf } from '../../parts/states/counts.js';
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
  const { id, status, counts } = campaign;
  const waiting = counts.queued + counts.held;
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
      {!isUnderWay(campaign) && notArrivedOf(counts) > 0 && (
        <Link className="button" href={`/send?from=${id}`}>
          {words.actions.again}
        </Link>
      )}
      <span role="status">{said}</span>
      {open === 'cancel' && (
        <ConfirmChange
          title={words.actions.cancelTitle(waiting)}
          action={words.actions.cancelButton(waiting)}
          keep={words.actions.keep}
          mutation={CancelCampaign}
          input={() => ({ campaignId: id })}
          onDone={({ cancelCampaign }) => {
            close();
            if (cancelCampaign)
              setSaid(words.actions.cancelled(cancelCampaign.cancelled, cancelCampaign.alreadyDispatched));
          }}
          onClose={close}
        >
          <p>{words.actions.cancelHow}</p>
        </ConfirmChange>
      )}
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
