import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { type AccountQuery, ChangePassword, UpdatePerson } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

interface PersonFormProps {
  readonly person: NonNullable<AccountQuery['viewer']['person']>;
}

export function PersonForm({ person: { name, email } }: PersonFormProps) {
  const change = useChange(UpdatePerson);
  const [isSaved, setSaved] = useState(false);
  const save = async (form: FormData) => {
    setSaved(false);
    setSaved(Boolean(await change.run({ input: { name: String(form.get('name')) } })));
  };
  return (
    <section className="card form" aria-labelledby="person">
      <h2 id="person">{words.person.title}</h2>
      <Form change={change} labels={{ name: words.person.name }} onSubmit={save}>
        <TextField
          label={words.person.name}
          hint={words.person.nameHint}
          name="name"
          autoComplete="name"
          required
          defaultValue={name}
          error={errorAt(change.userErrors, 'name')}
        />
        <p>
          <span className="quiet">{words.person.email}</span> {email}
        </p>
        <SaveButton isRunning={change.isRunning} isSaved={isSaved} />
      </Form>
    </section>
  );
}

const LABELS = { currentPassword: words.password.current, newPassword: words.password.next };

export function PasswordForm({ onChange }: { readonly onChange: () => void }) {
  const email = useViewer()?.person?.email;
  const change = useChange(ChangePassword);
  const [isDone, setDone] = useState(false);
  const save = async (values: FormData, form: HTMLFormElement) => {
    setDone(false);
    const input = {
      currentPassword: String(values.get('currentPassword')),
      newPassword: String(values.get('newPassword')),
    };
    if (!(await change.run({ input }))) return;
    form.reset();
    setDone(true);
    onChange();
  };
  const { userErrors, isRunning } = change;
  return (
    <section className="card form" aria-labelledby="password">
      <h2 id="password">{words.password.title}</h2>
      <Form change={change} labels={LABELS} onSubmit={save}>
        {/* Password managers store the new password for this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email ?? ''} />
        <TextField
          label={words.password.current}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={errorAt(userErrors, 'currentPassword')}
        />
        <TextField
          label={words.password.next}
          hint={words.password.nextHint}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          error={errorAt(userErrors, 'newPassword')}
        />
        <div className="actions">
          <WriteButton type="submit" look="primary" isRunning={isRunning}>
            {words.password.button}
          </WriteButton>
        </div>
        <p role="status" className="saved">
          {isDone && words.password.done}
        </p>
      </Form>
    </section>
  );
}
