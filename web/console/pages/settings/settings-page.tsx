import './settings.css';
import { Link } from 'wouter';
import { useAnswer } from '../../api/use-answer.js';
import { type OrganisationSettingsFragment, Settings, type SettingsQuery } from '../../generated/documents.js';
import { Facts } from '../../parts/facts.js';
import { CopyButton } from '../../parts/forms/copy-button.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/viewer.js';
import { DownloadLinks } from './download-links.js';
import { OrganisationForm } from './organisation-form.js';
import { words } from './texts.js';

export function SettingsPage() {
  const answer = useAnswer(Settings, {});
  const mayChange = useMay('ORGANISATION_MANAGE');
  const organisation = answer.data?.organisation;
  return (
    <Page
      title={words.title}
      sentence={organisation && words.sentence(organisation.name, organisation.retentionDays)}
      question={{ query: Settings, variables: {} }}
    >
      <Panel answer={answer} height="60rem">
        {(data) => (
          <div className="columns settings-columns">
            <section className="card form" aria-labelledby="organisation">
              <h2 id="organisation">{words.organisation}</h2>
              {mayChange ? (
                <OrganisationForm organisation={data.organisation} />
              ) : (
                <OrganisationFacts organisation={data.organisation} />
              )}
            </section>
            <div className="stack">
              <KeywordsLink />
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

function KeywordsLink() {
  return (
    <section className="card form" aria-labelledby="keywords">
      <h2 id="keywords">{words.keywords}</h2>
      <p>
        <Link href="/settings/keywords">{words.keywordsHow}</Link>
      </p>
    </section>
  );
}

function Installation({ installation }: Pick<SettingsQuery, 'installation'>) {
  const { version, eventRetentionDays, sandboxOnly } = installation;
  return (
    <section className="card form" aria-labelledby="installation">
      <h2 id="installation">{words.installation}</h2>
      <Facts
        look="settings-list"
        facts={{ [words.version]: version, [words.events]: words.days(eventRetentionDays) }}
      />
      {sandboxOnly && <p>{words.sandboxOnly}</p>}
    </section>
  );
}

const { fields } = words;
const yesOrNo = (value: boolean): string => (value ? words.yes : words.no);

/** The settings for people who may not change them. */
function OrganisationFacts({ organisation }: { readonly organisation: OrganisationSettingsFragment }) {
  const { name, timeZone, retentionDays, enforceSenderIds, pauseOnFailures, smartEncoding, stopScope } = organisation;
  return (
    <>
      <Facts
        look="settings-list"
        facts={{
          [fields.name]: name,
          [fields.timeZone]: timeZone,
          [fields.retentionDays]: words.days(retentionDays),
          [fields.enforceSenderIds]: yesOrNo(enforceSenderIds),
          [fields.pauseOnFailures]: yesOrNo(pauseOnFailures),
          [fields.smartEncoding]: yesOrNo(smartEncoding),
          [fields.stopScope]: words.stopScopes[stopScope],
        }}
      />
      <p className="quiet">{words.readOnly}</p>
    </>
  );
}

function Limits({ limits }: { readonly limits: SettingsQuery['rateLimits'] }) {
  return (
    <section className="card form" aria-labelledby="limits">
      <h2 id="limits">{words.limits}</h2>
      <p className="quiet">{words.limitsHow}</p>
      <ul className="gauges">
        {limits.map(({ bucket, limit, remaining }) => (
          <li key={bucket}>
            <span id={bucket}>{words.buckets[bucket]}</span>
            <span className="quiet">{words.used(limit - remaining, limit)}</span>
            <meter
              aria-labelledby={bucket}
              min={0}
              max={limit}
              high={limit * 0.8}
              optimum={0}
              value={limit - remaining}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const { addressNames } = words;

/** What programs call, and where it is described. */
function Addresses({ organisationId }: { readonly organisationId: string }) {
  const { origin } = location;
  return (
    <section className="card form" aria-labelledby="addresses">
      <h2 id="addresses">{words.addresses}</h2>
      <dl className="settings-list stacked">
        <Copyable name={addressNames.rest} value={`${origin}/v1/`} />
        <Copyable name={addressNames.graphql} value={`${origin}/graphql`} />
        <Copyable name={addressNames.organisation} value={organisationId} />
      </dl>
      <ul className="links">
        {(
          [
            ['/docs', addressNames.docs],
            ['/graphiql', addressNames.graphiql],
            ['/openapi.json', addressNames.openapi],
            ['/schema.graphql', addressNames.schema],
          ] as const
        ).map(([path, name]) => (
          <li key={path}>
            <a href={path}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Copyable({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="copyable">
        <code>{value}</code>
        <CopyButton value={value} of={name} />
      </dd>
    </>
  );
}
