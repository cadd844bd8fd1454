import './overview.css';
import { Link } from 'wouter';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import { type AnyMessageFragment, type CampaignRowFragment, Overview, WhoLooks } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { campaignColumns } from '../../parts/lists/campaign-columns.js';
import { Empty } from '../../parts/lists/empty.js';
import { Table } from '../../parts/lists/table.js';
import { Moment } from '../../parts/moment.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { Sandbox } from '../../parts/states/status.js';
import { isNewer, useToldCampaigns } from '../../parts/states/told-campaigns.js';
import { useNotices } from '../../parts/states/use-notices.js';
import { useAddress } from '../../parts/use-address.js';
import { useViewer, type Viewer } from '../../state/viewer.js';
import { FirstSteps } from './first-steps.js';
import { type Need, needsOf } from './needs.js';
import { Statistics, useStatistics } from './statistics.js';
import { stepsLeftOf, stepsOf } from './steps.js';
import { words } from './texts.js';

const MINUTE_MS = 60_000;

/** What the viewer may read decides what is asked, so the viewer is asked for first. */
export function OverviewPage() {
  const viewer = useViewer();
  const answer = useAnswer(WhoLooks, {}, { pause: viewer !== null });
  if (viewer) return <Everything viewer={viewer} />;
  return (
    <Page title={words.title}>
      <Panel answer={answer} height="60vh">
        {() => null}
      </Panel>
    </Page>
  );
}

function Everything({ viewer: { scopes, organisation } }: { readonly viewer: Viewer }) {
  const variables = {
    sms: scopes.includes('SMS_READ'),
    chat: scopes.includes('CHAT_READ'),
    webhooks: scopes.includes('WEBHOOKS_MANAGE'),
    keys: scopes.includes('KEYS_MANAGE'),
  };
  const answer = useAnswer(Overview, variables);
  const { data, at, reload } = answer;
  // What no subscription tells.
  useEvery(MINUTE_MS, reload);
  const listed = [...(data?.underWay?.nodes ?? []), ...(data?.latest?.nodes ?? [])];
  const { underWay, latest, find } = useLiveCampaigns(listed, { at, reload }, variables.sms);
  const { outages } = useNotices();
  const { statistics } = useStatistics('24h', false).answer.data ?? {};
  const practice = useAddress().parameters.get('practice');
  const needs = data ? needsOf(data, outages, statistics) : [];
  const hasSentLive = isAny(data?.live);
  const hasSentToSandboxAlone = !hasSentLive && isAny(data?.any);
  const taken = stepsOf(data ?? {}, [...underWay, ...latest]);
  const stepsLeft = data ? stepsLeftOf(taken) : 0;
  const isNew = !hasSentLive && stepsLeft > 0;
  return (
    <Page
      title={words.title}
      sentence={
        data &&
        (isNew ? words.welcome(organisation?.name ?? '', stepsLeft) : words.sentence(underWay.length, needs.length))
      }
      question={{ query: Overview, variables }}
    >
      <Panel answer={answer} height="60vh">
        {() => (
          <div className="overview">
            <Attention needs={needs} />
            {isNew && <FirstSteps taken={taken} counts={find(practice)?.counts} />}
            {underWay.length > 0 && <CampaignTable id="under-way" title={words.underWay} rows={underWay} />}
            {variables.sms && (hasSentToSandboxAlone || !isNew) && <Statistics isTestAlone={hasSentToSandboxAlone} />}
            {variables.sms && (latest.length > 0 || !(isNew || underWay.length > 0)) && <Latest rows={latest} />}
          </div>
        )}
      </Panel>
    </Page>
  );
}

/** A page of the list may be empty although messages follow. */
const isAny = (list: AnyMessageFragment | undefined) =>
  list !== undefined && (list.nodes.length > 0 || list.pageInfo.hasNextPage);

const LATEST = 8;

interface LiveCampaigns {
  readonly underWay: readonly CampaignRowFragment[];
  readonly latest: readonly CampaignRowFragment[];
  readonly find: (id: string | null) => CampaignRowFragment | undefined;
}

/** The campaigns that run and the last ones that have ended, each in the newest state that the server has told. */
function useLiveCampaigns(
  listed: readonly CampaignRowFragment[],
  { at, reload }: Pick<Answer<unknown>, 'at' | 'reload'>,
  isWanted: boolean,
): LiveCampaigns {
  const changed = useToldCampaigns({ poll: reload, isWanted });
  const known = new Map(listed.map((row) => [row.id, row]));
  for (const told of changed.values()) {
    const row = known.get(told.state.id);
    if (!row || isNewer(told, row, at)) known.set(told.state.id, told.state);
  }
  const rows = [...known.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return {
    underWay: rows.filter(isUnderWay),
    latest: rows.filter((row) => !isUnderWay(row)).slice(0, LATEST),
    find: (id) => (id === null ? undefined : known.get(id)),
  };
}

/** What does not go on without a person. Nothing stands here while there is nothing. */
function Attention({ needs }: { readonly needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="attention">
      <h2 id="attention">{words.attention.title}</h2>
      <ul className="needs">
        {needs.map((need) => (
          <li key={need.title} className="note warning">
            <p>
              <strong>
                <Link href={need.href}>{need.title}</Link>
              </strong>{' '}
              {need.isTest && <Sandbox />}
            </p>
            <p>
              {need.how}{' '}
              {need.since && (
                <span className="quiet one-line">
                  {words.attention.since}: <Moment at={need.since} />
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CampaignTableProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly CampaignRowFragment[];
}

function Latest({ rows }: { readonly rows: readonly CampaignRowFragment[] }) {
  if (rows.length === 0) return <Empty title={words.noCampaigns} how={words.noCampaignsHow} />;
  return <CampaignTable id="latest" title={words.latest} rows={rows} />;
}

function CampaignTable({ id, title, rows }: CampaignTableProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <Link href="/campaigns">{words.allCampaigns}</Link>
      </div>
      <Table caption={title} columns={COLUMNS} rows={rows} />
    </section>
  );
}

const { name, state, progress, size, when } = campaignColumns;
const COLUMNS = [name, state, progress, size, when];
