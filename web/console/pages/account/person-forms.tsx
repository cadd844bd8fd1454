import { useChange } from '../../api/use-change.js';
import { type AccountQuery, ChangePassword, UpdatePerson } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
import { useViewer } from '../../state/viewer.js';
import { words } from './texts.js';

interface PersonFormProps {
  readonly person: NonNullable<AccountQuery['viewer']['person']>;
}

export function PersonForm({ person: { name, email } }: PersonFormProps) {
  const change = useChange(UpdatePerson);
  const save = (form: FormData) => change.run({ input: { name: String(form.get('name')) } });
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
        />
        <p>
          <span className="quiet">{words.person.email}</span> {email}
        </p>
        <SaveButton change={change} />
      </Form>
    </section>
  );
}

const LABELS = { currentPassword: words.password.current, newPassword: words.password.next };

export function PasswordForm({ onChange }: { readonly onChange: () => void }) {
  const email = useViewer()?.person?.email;
  const change = useChange(ChangePassword);
  const save = async (values: FormData, form: HTMLFormElement) => {
    const input = {
      currentPassword: String(values.get('currentPassword')),
      newPassword: String(values.get('newPassword')),
    };
    if (!(await change.run({ input }))) return;
    form.reset();
    onChange();
  };
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
        />
        <TextField
          label={words.password.next}
          hint={words.password.nextHint}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
        />
        <div className="actions">
          <WriteButton type="submit" look="primary" isRunning={change.isRunning}>
            {words.password.button}
          </WriteButton>
        </div>
        <p role="status" className="saved">
          {change.isDone && words.password.done}
        </p>
      </Form>
    </section>
  );
}
