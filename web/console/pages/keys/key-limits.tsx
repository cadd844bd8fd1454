import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import type { UserError } from '../../api/use-change.js';
import { KeyLimits as KeyLimitsQuery } from '../../generated/documents.js';
import { errorAt, TextAreaField } from '../../parts/forms/field.js';
import { Panel } from '../../parts/panel.js';
import { Typed } from '../../parts/typed.js';
import { useMay } from '../../state/viewer.js';
import { words } from './texts.js';

/** Fields that few keys need, closed at first. The server is asked for phones when they are opened. */
export function KeyLimits({ errors }: { readonly errors: readonly UserError[] }) {
  const [isOpen, setOpen] = useState(false);
  const maySeePhones = useMay('chat:read');
  return (
    <details className="key-limits" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.form.limits}</summary>
      <div className="form">
        {maySeePhones && isOpen && <Phones error={errorAt(errors, 'sessionIds')} />}
        <TextAreaField
          label={words.form.senders}
          hint={words.form.sendersHint}
          name="senderIds"
          rows={2}
          error={errorAt(errors, 'senderIds')}
        />
        <TextAreaField
          label={words.form.addresses}
          hint={words.form.addressesHint}
          name="addresses"
          rows={2}
          error={errorAt(errors, 'addresses')}
        />
      </div>
    </details>
  );
}

function Phones({ error }: { readonly error: string | undefined }) {
  const answer = useAnswer(KeyLimitsQuery, {});
  return (
    <fieldset className="field">
      <legend>{words.form.phones}</legend>
      <Panel answer={answer} height="3rem">
        {({ sessions: { nodes: phones } }) => (
          <>
            <span className="hint">{phones.length === 0 ? words.form.noPhones : words.form.phonesHint}</span>
            {phones.map(({ id, name, phoneNumber }) => (
              <label key={id} className="choice">
                <input type="checkbox" name="sessionIds" value={id} />
                <span>
                  <Typed>{name}</Typed> <span className="quiet">{phoneNumber}</span>
                </span>
              </label>
            ))}
          </>
        )}
      </Panel>
      {error && <span className="error">{error}</span>}
    </fieldset>
  );
}
