import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { CancelCampaign, PauseCampaign, ResumeCampaign } from '../../generated/documents.js';
import { isUnderWay } from '../../parts/campaign-status.js';
import { notArrivedOf } from '../../parts/counts.js';
import { Dialog } from '../../parts/dialog.js';
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
      <button
        type="button"
        className={isPaused ? 'button primary' : 'button'}
        aria-busy={isRunning}
        onClick={() => !isRunning && void run({ input: { campaignId: id } })}
      >
        {isPaused ? words.actions.resume : words.actions.pause}
      </button>
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
  const { run, isRunning, failure, userErrors } = useChange(CancelCampaign);
  const cancel = async () => {
    const payload = (await run({ input: { campaignId: id } }))?.cancelCampaign;
    if (!payload) return;
    onDone(words.actions.cancelled(payload.cancelled, payload.alreadyDispatched));
    onClose();
  };
  return (
    <Dialog title={words.actions.cancelTitle(counts.queued + counts.held)} onClose={onClose}>
      <p>{words.actions.cancelHow}</p>
      <p className="error" role="alert">
        {failure?.message ?? userErrors[0]?.message}
      </p>
      <div className="actions">
        <button
          type="button"
          className="button danger"
          aria-busy={isRunning}
          onClick={() => !isRunning && void cancel()}
        >
          {words.actions.cancel}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {words.actions.keep}
        </button>
      </div>
    </Dialog>
  );
}
