import { useEffect, useEffectEvent, useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { RedeliverSince, type RedeliverWebhookDeliveriesInput } from '../../generated/documents.js';
import { Button, WriteButton } from '../../parts/forms/buttons.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt, SelectField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { TimeField } from '../../parts/forms/time-field.js';
import { EventTypeOptions, eventTypeOf } from '../../parts/states/event-type.js';
import { fromLocalInput, toLocalInput } from '../../texts/local-time.js';
import { text } from '../../texts/text.js';
import { detail } from './detail-texts.js';
import { stateOf, type WebhookDetail } from './states.js';

const words = detail.again;
const DAY_MS = 86_400_000;
/** The person has stopped typing by then. */
const COUNT_AFTER_MS = 300;

interface RedeliverDialogProps {
  readonly webhook: WebhookDetail;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Posts the events of a time again. Says how many before. */
export function RedeliverDialog({ webhook, onDone, onClose }: RedeliverDialogProps) {
  const { id: webhookId, failingSince } = webhook;
  const [chosen, setChosen] = useState(() => ({
    // What an endpoint that is failing has missed, it has missed since then.
    since: toLocalInput(failingSince ? new Date(failingSince) : new Date(Date.now() - DAY_MS)),
    until: '',
    type: '',
    which: 'all',
  }));
  const choose = (name: keyof typeof chosen) => ({
    name,
    value: chosen[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setChosen({ ...chosen, [name]: target.value }),
  });
  const input = inputOf(webhookId, chosen);
  const count = useCount(input);
  const redeliver = useChange(RedeliverSince);
  const [posted, setPosted] = useState<number | null>(null);
  const post = async () => {
    const data = input && (await redeliver.run({ input }));
    if (!data) return;
    setPosted(data.redeliverWebhookDeliveries?.count ?? 0);
    onDone();
  };
  if (posted !== null) {
    return (
      <Dialog title={words.title} onClose={onClose}>
        <p role="status">{words.done(posted, stateOf(webhook) === 'active')}</p>
        <div className="buttons">
          <Button look="primary" onClick={onClose}>
            {detail.delivery.close}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p className="quiet">{words.why}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!redeliver.isRunning) void post();
        }}
      >
        <TimeField
          label={words.since}
          required
          {...choose('since')}
          error={input ? errorAt(count.userErrors, 'since') : words.wrongTime}
        />
        <SelectField label={words.which} {...choose('which')}>
          <option value="all">{words.all}</option>
          <option value="dead">{words.dead}</option>
        </SelectField>
        <SelectField label={words.type} {...choose('type')}>
          <option value="">{text.list.any}</option>
          <EventTypeOptions />
        </SelectField>
        <TimeField
          label={words.until}
          hint={words.untilHint}
          {...choose('until')}
          error={errorAt(count.userErrors, 'until')}
        />
        <p role="status">
          <strong>{input && count.count === undefined ? words.counting : words.count(count.count ?? 0)}</strong>
        </p>
        <FormErrors refusal={redeliver} />
        <div className="buttons">
          <Button onClick={onClose}>{text.forms.cancel}</Button>
          <WriteButton
            type="submit"
            look="primary"
            isRunning={redeliver.isRunning}
            disabled={!input || count.count === 0}
          >
            {words.button(count.count)}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}

interface Chosen {
  readonly since: string;
  readonly until: string;
  readonly type: string;
  readonly which: string;
}

function inputOf(webhookId: string, { since, until, type, which }: Chosen): RedeliverWebhookDeliveriesInput | null {
  const start = fromLocalInput(since);
  if (!start) return null;
  const eventType = eventTypeOf(type);
  return {
    webhookId,
    since: start,
    until: fromLocalInput(until) ?? null,
    types: eventType ? [eventType] : null,
    onlyDead: which === 'dead',
  };
}

/** How many events the call would post; undefined until that is known. */
function useCount(input: RedeliverWebhookDeliveriesInput | null) {
  const { run, userErrors } = useChange(RedeliverSince);
  const key = JSON.stringify(input);
  const [counted, setCounted] = useState<{ readonly key: string; readonly count: number }>();
  const ask = useEffectEvent(async (asked: string) => {
    const data = input && (await run({ input: { ...input, countOnly: true } }));
    if (data) setCounted({ key: asked, count: data.redeliverWebhookDeliveries?.count ?? 0 });
  });
  useEffect(() => {
    const timer = setTimeout(() => void ask(key), COUNT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return { count: counted?.key === key ? counted.count : undefined, userErrors };
}
