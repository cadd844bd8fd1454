import { useState } from 'react';
import { useChange } from '../../api/use-change.js';
import { type AccountQuery, UpdatePerson } from '../../generated/documents.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { Form, SaveButton } from '../../parts/forms/form.js';
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
