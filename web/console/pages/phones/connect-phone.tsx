import { useEffect, useEffectEvent, useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { newKey, useChange } from '../../api/use-change.js';
import { CreatePhone, Engines, type PhoneRowFragment } from '../../generated/documents.js';
import { Button } from '../../parts/forms/buttons.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { SelectField, TextField } from '../../parts/forms/field.js';
import { Form, FormButtons } from '../../parts/forms/form.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { text } from '../../texts/text.js';
import { PairPhone, useStart } from './pair-phone.js';
import { words } from './texts.js';

interface ConnectPhoneProps {
  /** The phone to connect again; null: a new one. */
  readonly phone: PhoneRowFragment | null;
  readonly onClose: () => void;
}

/** Asks for the name of a new phone, and shows the code until the phone is connected. */
export function ConnectPhone({ phone: known, onClose }: ConnectPhoneProps) {
  const [made, setMade] = useState<PhoneRowFragment | null>(null);
  const phone = made ?? known;
  return (
    <Dialog title={phone ? words.pair.title(phone.name) : words.connect} onClose={onClose}>
      {phone ? (
        <>
          {known ? <PairAgain phone={known} /> : <PairPhone id={phone.id} />}
          <div className="buttons">
            <Button onClick={onClose}>{text.forms.close}</Button>
          </div>
        </>
      ) : (
        <NewPhone onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** Starts the phone first, unless it waits already. */
function PairAgain({ phone }: { readonly phone: PhoneRowFragment }) {
  const { start, failure, userErrors } = useStart(phone);
  const [isStarted, setStarted] = useState(phone.state === 'SCAN_QR');
  const begin = useEffectEvent(async () => {
    if (isStarted) return;
    await start();
    setStarted(true);
  });
  useEffect(() => {
    void begin();
  }, []);
  if (!isStarted) return <p role="status">{words.pair.starting}</p>;
  return (
    <>
      <FormErrors refusal={{ failure, userErrors }} />
      <PairPhone id={phone.id} />
    </>
  );
}

interface NewPhoneProps {
  readonly onMade: (phone: PhoneRowFragment) => void;
  readonly onClose: () => void;
}

function NewPhone({ onMade, onClose }: NewPhoneProps) {
  const change = useChange(CreatePhone);
  const engines = useAnswer(Engines, {}).data?.engines ?? [];
  const [idempotencyKey] = useState(newKey);
  const create = async (form: FormData) => {
    const engine = String(form.get('engine') ?? '') || null;
    const data = await change.run({ input: { name: String(form.get('name')), engine, idempotencyKey } });
    const made = data?.createSession?.session;
    if (made) onMade(made);
  };
  return (
    <Form change={change} labels={{ name: words.pair.name }} onSubmit={create}>
      <TextField label={words.pair.name} hint={words.pair.nameHint} name="name" maxLength={200} autoComplete="off" />
      {engines.length > 1 && (
        <SelectField label={words.pair.engine} name="engine">
          {engines.map((engine, index) => (
            <option key={engine} value={engine}>
              {index === 0 ? words.pair.engineDefault(engine) : engine}
            </option>
          ))}
        </SelectField>
      )}
      <FormButtons action={words.pair.next} isRunning={change.isRunning} onClose={onClose} />
    </Form>
  );
}
