import { useState } from 'react';
import { newKey, useChange } from '../../api/use-change.js';
import { RegisterSender as RegisterSenderMutation } from '../../generated/documents.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { DialogForm } from '../../parts/forms/form.js';
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
    <DialogForm
      title={words.register}
      change={change}
      labels={{ name: words.form.name, countries: words.form.countries }}
      action={words.form.submit}
      onSubmit={register}
      onClose={onClose}
    >
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
    </DialogForm>
  );
}
