import { useAnswer } from '../../api/use-answer.js';
import { Account } from '../../generated/documents.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Devices } from './devices.js';
import { Organisations } from './organisations.js';
import { PasswordForm, PersonForm } from './person-forms.js';
import { ScreenSettings } from './screen-settings.js';
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
