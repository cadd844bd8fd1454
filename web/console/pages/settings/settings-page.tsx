import { useAnswer } from '../../api/use-answer.js';
import { Settings, type SettingsQuery } from '../../generated/documents.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/viewer.js';
import { Addresses } from './addresses.js';
import { DownloadLinks } from './download-links.js';
import { Limits } from './limits.js';
import { OrganisationFacts } from './organisation-facts.js';
import { OrganisationForm } from './organisation-form.js';
import { words } from './texts.js';
import './settings.css';

export function SettingsPage() {
  const answer = useAnswer(Settings, {});
  const mayChange = useMay('organisation:manage');
  const organisation = answer.data?.organisation;
  return (
    <Page
      title={words.title}
      sentence={organisation && words.sentence(organisation.name, organisation.retentionDays)}
      question={{ query: Settings, variables: {} }}
    >
      <Panel answer={answer} height="60rem">
        {(data) => (
          <div className="settings-columns">
            <section className="card form" aria-labelledby="organisation">
              <h2 id="organisation">{words.organisation}</h2>
              {mayChange ? (
                <OrganisationForm organisation={data.organisation} />
              ) : (
                <OrganisationFacts organisation={data.organisation} />
              )}
            </section>
            <div className="stack">
              <Limits limits={data.rateLimits} />
              <Addresses organisationId={data.organisation.id} />
              <Installation installation={data.installation} />
            </div>
          </div>
        )}
      </Panel>
      {mayChange && <DownloadLinks />}
    </Page>
  );
}

function Installation({
  installation: { version, eventRetentionDays, sandboxOnly },
}: {
  readonly installation: SettingsQuery['installation'];
}) {
  return (
    <section className="card form" aria-labelledby="installation">
      <h2 id="installation">{words.installation}</h2>
      <dl className="settings-list">
        <dt>{words.version}</dt>
        <dd>{version}</dd>
        <dt>{words.events}</dt>
        <dd>{words.days(eventRetentionDays)}</dd>
      </dl>
      {sandboxOnly && <p>{words.sandboxOnly}</p>}
    </section>
  );
}
