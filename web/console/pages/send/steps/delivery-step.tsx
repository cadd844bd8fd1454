import type { ChangeEvent } from 'react';
import { type UserError } from '../../../api/use-change.js';
import type { MessageCategory, SendPageQuery } from '../../../generated/documents.js';
import { errorAt, RadioField, SelectField, TextField } from '../../../parts/forms/field.js';
import { TimeField } from '../../../parts/forms/time-field.js';
import { ZONE } from '../../../texts/format.js';
import { toLocalInput } from '../../../texts/local-time.js';
import { text } from '../../../texts/text.js';
import type { ChangeDraft, Draft } from '../draft.js';
import { words } from '../texts.js';

type Sender = NonNullable<SendPageQuery['senderIds']>['nodes'][number];

interface DeliveryStepProps {
  readonly draft: Draft;
  readonly settings: SendPageQuery;
  readonly isTest: boolean;
  readonly errors: readonly UserError[];
  readonly onChange: ChangeDraft;
}

/** By whom, when and where to, and what the campaign is called. */
export function DeliveryStep({ draft, settings, isTest, errors, onChange }: DeliveryStepProps) {
  const { category, isLater, at, pauseOnFailures } = draft;
  const { sandboxOnly } = settings.installation;
  const field = (name: 'senderId' | 'name' | 'reference') => ({
    error: errorAt(errors, name),
    autoComplete: 'off',
    value: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.value }),
  });
  return (
    <>
      <div className="delivery">
        <div className="field-group">
          <TextField
            label={words.delivery.sender}
            hint={words.delivery.senderHint}
            list="senders"
            maxLength={20}
            {...field('senderId')}
          />
          <Senders senders={settings.senderIds?.nodes ?? []} />
          <SelectField
            label={words.delivery.category}
            hint={words.delivery.categoryHint}
            value={category}
            onChange={({ currentTarget }) => onChange({ category: currentTarget.value as MessageCategory })}
          >
            {Object.entries(text.category).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="field-group">
          <RadioField
            isInRow
            legend={words.delivery.when}
            options={[
              ['now', words.delivery.now],
              ['later', words.delivery.later],
            ]}
            value={isLater ? 'later' : 'now'}
            onChange={(when) => onChange({ isLater: when === 'later', at: at || minutesAhead(60) })}
          />
          {isLater && (
            <TimeField
              label={words.delivery.at}
              hint={words.delivery.atHint(ZONE)}
              error={errorAt(errors, 'scheduledAt')}
              step={60}
              min={minutesAhead(2)}
              value={at}
              onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
            />
          )}
        </div>
        <div className="field-group">
          <RadioField
            isInRow
            legend={words.delivery.kind}
            options={[
              ['live', words.delivery.live],
              ['sandbox', words.delivery.sandbox],
            ]}
            value={isTest ? 'sandbox' : 'live'}
            onChange={(kind) => onChange({ isTest: kind === 'sandbox' })}
          />
          {sandboxOnly && <p className="quiet">{words.delivery.sandboxOnly}</p>}
        </div>
      </div>
      <div className="delivery">
        <TextField label={words.delivery.name} hint={words.delivery.nameHint} maxLength={200} {...field('name')} />
        <TextField
          label={words.delivery.reference}
          hint={words.delivery.referenceHint}
          maxLength={200}
          {...field('reference')}
        />
        <fieldset className="field">
          <legend>{words.delivery.care}</legend>
          <span className="hint">{words.delivery.pauseHint}</span>
          <label className="choice">
            <input
              type="checkbox"
              checked={pauseOnFailures ?? settings.organisation.pauseOnFailures}
              onChange={({ currentTarget }) => onChange({ pauseOnFailures: currentTarget.checked })}
            />
            {words.delivery.pause}
          </label>
        </fieldset>
      </div>
    </>
  );
}

const RANK = { APPROVED: 0, PENDING: 1, REJECTED: 2 } as const;

function Senders({ senders }: { readonly senders: readonly Sender[] }) {
  const sorted = [...senders].sort((a, b) => RANK[a.status] - RANK[b.status] || a.name.localeCompare(b.name));
  return (
    <datalist id="senders">
      {sorted.map(({ id, name, status }) => (
        <option key={id} value={name}>
          {words.delivery[status === 'APPROVED' ? 'approved' : status === 'PENDING' ? 'pending' : 'rejected']}
        </option>
      ))}
    </datalist>
  );
}

const MINUTE_MS = 60_000;

const minutesAhead = (minutes: number): string => toLocalInput(new Date(Date.now() + minutes * MINUTE_MS));
