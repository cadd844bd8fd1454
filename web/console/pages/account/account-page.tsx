import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Account, type AccountQuery, CreateOrganisation } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { RadioField, TextField } from '../../parts/forms/field.js';
import { Form } from '../../parts/forms/form.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Typed } from '../../parts/typed.js';
import { rows, shortcuts, theme } from '../../state/preferences.js';
import { useStore } from '../../state/store.js';
import { useViewer } from '../../state/viewer.js';
import { text } from '../../texts/text.js';
import { Devices } from './devices.js';
import { PasswordForm, PersonForm } from './person-forms.js';
import { words } from './texts.js';

/** What belongs to the person, whichever organisation is open. */
export function AccountPage() {
  const answer = useAnswer(Account, {});
  const { person, sessions } = answer.data?.viewer ?? {};
  return (
    <Page
      title={words.title}
      sentence={person && sessions && words.sentence(person.email, sessions.length)}
      question={{ query: Account, variables: {} }}
    >
      <Panel answer={answer} height="60rem">
        {({ viewer }) => (
          <div className="stack">
            <div className="columns">
              {viewer.person && <PersonForm person={viewer.person} />}
              <PasswordForm onChange={answer.reload} />
            </div>
            <Devices sessions={viewer.sessions} onChange={answer.reload} />
            <div className="columns">
              <ScreenSettings />
              <Organisations organisations={viewer.organisations} />
            </div>
          </div>
        )}
      </Panel>
    </Page>
  );
}

interface OrganisationsProps {
  readonly organisations: AccountQuery['viewer']['organisations'];
}

function Organisations({ organisations }: OrganisationsProps) {
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
        <TextField label={words.organisations.name} name="name" autoComplete="off" required />
        <WriteButton type="submit" isRunning={change.isRunning}>
          {words.organisations.button}
        </WriteButton>
      </Form>
    </section>
  );
}

/** What is kept in this browser alone. */
function ScreenSettings() {
  const chosen = useStore(theme);
  const chosenRows = useStore(rows);
  const areShortcutsOn = useStore(shortcuts) === 'on';
  return (
    <section className="card form" aria-labelledby="screen">
      <h2 id="screen">{words.screen.title}</h2>
      <RadioField
        legend={words.screen.theme}
        options={theme.values.map((one) => [one, text.frame.themes[one]])}
        value={chosen}
        onChange={theme.set}
      />
      <RadioField
        legend={words.screen.rows}
        options={rows.values.map((one) => [one, text.frame.rows[one]])}
        value={chosenRows}
        onChange={rows.set}
      />
      <div>
        <label className="choice">
          <input
            type="checkbox"
            checked={areShortcutsOn}
            aria-describedby="shortcuts-hint"
            onChange={({ target }) => shortcuts.set(target.checked ? 'on' : 'off')}
          />
          {words.screen.shortcuts}
        </label>
        <p className="quiet" id="shortcuts-hint">
          {words.screen.shortcutsHint}
        </p>
      </div>
    </section>
  );
}
