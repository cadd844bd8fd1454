import { useChange } from '../../api/use-change.js';
import { type AccountQuery, CreateOrganisation } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { errorAt, TextField } from '../../parts/forms/field.js';
import { Form } from '../../parts/forms/form.js';
import { Typed } from '../../parts/typed.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { words } from './texts.js';

interface OrganisationsProps {
  readonly organisations: AccountQuery['viewer']['organisations'];
}

export function Organisations({ organisations }: OrganisationsProps) {
  const current = useViewer()?.organisation?.id;
  const change = useChange(CreateOrganisation);
  const create = async (form: FormData) => {
    const data = await change.run({ input: { name: String(form.get('name')) } });
    const organisation = data?.createOrganisation?.organisation;
    // A new page, so that nothing of one organisation is left on the screen of the other.
    if (organisation) location.assign(`/app/${organisation.id}`);
  };
  return (
    <section className="card form" aria-labelledby="organisations">
      <h2 id="organisations">{words.organisations.title}</h2>
      <ul className="links">
        {organisations.map(({ organisationId, name, role }) => (
          <li key={organisationId}>
            {organisationId === current ? (
              <Typed>{name}</Typed>
            ) : (
              <a href={`/app/${organisationId}`}>
                <Typed>{name}</Typed>
              </a>
            )}{' '}
            <span className="quiet">
              {text.roles[role]}
              {organisationId === current && `, ${words.organisations.current}`}
            </span>
          </li>
        ))}
      </ul>
      <h3>{words.organisations.create}</h3>
      <p className="quiet">{words.organisations.createHow}</p>
      <Form change={change} labels={{ name: words.organisations.name }} onSubmit={create}>
        <TextField
          label={words.organisations.name}
          name="name"
          autoComplete="off"
          required
          error={errorAt(change.userErrors, 'name')}
        />
        <WriteButton type="submit" isRunning={change.isRunning}>
          {words.organisations.button}
        </WriteButton>
      </Form>
    </section>
  );
}
