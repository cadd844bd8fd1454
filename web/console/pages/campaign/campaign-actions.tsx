import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/use-change.js';
import { CancelCampaign, PauseCampaign, RescheduleCampaign, ResumeCampaign } from '../../generated/documents.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { ConfirmChange } from '../../parts/forms/confirm-change.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt } from '../../parts/forms/field.js';
import { FormErrors, Problem } from '../../parts/forms/form-errors.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { isUnderWay, notArrivedOf } from '../../parts/states/counts.js';
import { useMay } from '../../state/viewer.js';
import { ZONE } from '../../texts/format.js';
import { toLocalInput } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { startsLater } from './sentence.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

export function CampaignActions({ campaign }: { readonly campaign: Campaign }) {
  const maySend = useMay('SMS_SEND');
  const [open, setOpen] = useState<'cancel' | 'time' | null>(null);
  const [said, setSaid] = useState('');
  if (!maySend) return null;
  const close = () => setOpen(null);
  const { id, counts } = campaign;
  const waiting = counts.queued + counts.held;
  return (
    <>
      {isUnderWay(campaign) && (
        <>
          {startsLater(campaign) && <Button onClick={() => setOpen('time')}>{words.actions.change}</Button>}
          <PauseOrResume campaign={campaign} />
          <Button look="danger" onClick={() => setOpen('cancel')}>
            {words.actions.cancel}
          </Button>
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
  const change = isPaused ? resume : pause;
  return (
    <>
      <WriteButton
        look={isPaused ? 'primary' : undefined}
        isRunning={change.isRunning}
        onClick={() => !change.isRunning && void change.run({ input: { campaignId: id } })}
      >
        {isPaused ? words.actions.resume : words.actions.pause}
      </WriteButton>
      <Problem refusal={change} />
    </>
  );
}

interface ChangeTimeProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

/** Another start for a campaign that has not begun, or now. */
function ChangeTime({ campaign: { id, status, scheduledAt }, onClose }: ChangeTimeProps) {
  const reschedule = useChange(RescheduleCampaign);
  const change = async (at: Date | null) => {
    if (reschedule.isRunning) return;
    const data = await reschedule.run({ input: { campaignId: id, scheduledAt: at?.toISOString() ?? null } });
    if (data) onClose();
  };
  return (
    <Dialog title={words.actions.changeTitle} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void change(new Date(String(new FormData(event.currentTarget).get('scheduledAt'))));
        }}
      >
        <FormErrors refusal={reschedule} labels={{ scheduledAt: words.actions.at }} />
        <TimeField
          label={words.actions.at}
          hint={text.time.zone(ZONE)}
          name="scheduledAt"
          required
          defaultValue={scheduledAt ? toLocalInput(new Date(scheduledAt)) : ''}
          error={errorAt(reschedule.userErrors, 'scheduledAt')}
        />
        <div className="buttons">
          <Button onClick={onClose}>{words.actions.back}</Button>
          {status !== 'PAUSED' && <WriteButton onClick={() => void change(null)}>{words.actions.now}</WriteButton>}
          <WriteButton type="submit" look="primary" isRunning={reschedule.isRunning}>
            {words.actions.save}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}
