import { useState } from 'react';
import { newKey } from '../../api/new-key.js';
import { useChange } from '../../api/use-change.js';
import { RegisterSender as RegisterSenderMutation } from '../../generated/documents.js';
import { Dialog } from '../../parts/forms/dialog.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { FormErrors } from '../../parts/forms/form-errors.js';
import { WriteButton } from '../../parts/forms/write-button.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

interface RegisterSenderProps {
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

export function RegisterSender({ onEnd, onClose }: RegisterSenderProps) {
  const change = useChange(RegisterSenderMutation);
  const [idempotencyKey] = useState(newKey);
  const register = async (form: FormData) => {
    const name = String(form.get('name'));
    const countries = String(form.get('countries'))
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean);
    const input = { name, countries: countries.length > 0 ? countries : null, idempotencyKey };
    if (await change.run({ input })) onEnd();
  };
  return (
    <Dialog title={words.register} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isRunning) void register(new FormData(event.currentTarget));
        }}
      >
        <FormErrors refusal={change} labels={{ name: words.form.name, countries: words.form.countries }} />
        <TextField
          label={words.form.name}
          hint={words.form.nameHint}
          name="name"
          autoComplete="off"
          error={errorAt(change.userErrors, 'name')}
        />
        <TextField
          label={words.form.countries}
          hint={words.form.countriesHint}
          name="countries"
          autoComplete="off"
          error={errorAt(change.userErrors, 'countries')}
        />
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {text.forms.cancel}
          </button>
          <WriteButton type="submit" className="button primary" isRunning={change.isRunning}>
            {words.form.submit}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  );
}
