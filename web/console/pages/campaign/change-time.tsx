import { useChange } from '../../api/use-change.js';
import { RescheduleCampaign } from '../../generated/documents.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { ZONE } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

interface ChangeTimeProps {
  readonly campaign: Campaign;
  readonly onClose: () => void;
}

/** Another start for a campaign that has not begun, or now. */
export function ChangeTime({ campaign: { id, scheduledAt }, onClose }: ChangeTimeProps) {
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
          defaultValue={scheduledAt ? localMinute(new Date(scheduledAt)) : ''}
          error={errorAt(reschedule.userErrors, 'scheduledAt')}
        />
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {words.actions.back}
          </button>
          <WriteButton className="button" onClick={() => void change(null)}>
            {words.actions.now}
          </WriteButton>
          <WriteButton type="submit" className="button primary" isRunning={reschedule.isRunning}>
            {words.actions.save}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}

/** As an input of local time wants it. */
function localMinute(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
