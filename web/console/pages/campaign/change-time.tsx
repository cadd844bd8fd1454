import { useChange } from '../../api/use-change.js';
import { RescheduleCampaign } from '../../generated/documents.js';
import { Dialog } from '../../parts/dialog.js';
import { errorAt, TextField } from '../../parts/field.js';
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
  const { run, isRunning, failure, userErrors } = useChange(RescheduleCampaign);
  const change = async (at: Date | null) => {
    if (isRunning) return;
    const data = await run({ input: { campaignId: id, scheduledAt: at?.toISOString() ?? null } });
    if (data) onClose();
  };
  const general = userErrors.find(({ path }) => path[0] !== 'scheduledAt')?.message;
  return (
    <Dialog title={words.actions.changeTitle} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void change(new Date(String(new FormData(event.currentTarget).get('at'))));
        }}
      >
        <TextField
          label={words.actions.at}
          hint={text.time.zone(ZONE)}
          name="at"
          type="datetime-local"
          required
          defaultValue={scheduledAt ? localMinute(new Date(scheduledAt)) : ''}
          error={errorAt(userErrors, 'scheduledAt')}
        />
        <p className="error" role="alert">
          {failure?.message ?? general}
        </p>
        <div className="actions">
          <button type="submit" className="button primary" aria-busy={isRunning}>
            {words.actions.save}
          </button>
          <button type="button" className="button" onClick={() => void change(null)}>
            {words.actions.now}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            {words.actions.back}
          </button>
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
