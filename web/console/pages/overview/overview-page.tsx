import './overview.css';
import { useAnswer } from '../../api/use-answer.js';
import { type CampaignRowFragment, Overview, type OverviewQuery, WhoLooks } from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import type { Counts } from '../../parts/states/counts.js';
import { useOutages } from '../../parts/states/use-outages.js';
import { useAddress } from '../../parts/use-address.js';
import { useMay, useViewer, type Viewer } from '../../state/viewer.js';
import { Attention } from './attention.js';
import { Latest, UnderWay } from './campaigns-now.js';
import { FirstSteps, type StepsTaken } from './first-steps.js';
import { needsOf } from './needs.js';
import { Statistics } from './statistics.js';
import { words } from './texts.js';
import { useLiveCampaigns } from './use-live-campaigns.js';
import { useStatistics } from './use-statistics.js';

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
    sms: scopes.includes('sms:read'),
    chat: scopes.includes('chat:read'),
    webhooks: scopes.includes('webhooks:manage'),
    keys: scopes.includes('keys:manage'),
  };
  const answer = useAnswer(Overview, variables);
  const { data, at, reload } = answer;
  // What no subscription tells.
  useEvery(MINUTE_MS, reload);
  const listed = [...(data?.underWay?.nodes ?? []), ...(data?.latest?.nodes ?? [])];
  const { underWay, latest, find } = useLiveCampaigns(listed, { at, reload }, variables.sms);
  const outages = useOutages();
  const { statistics } = useStatistics('24h', false).answer.data ?? {};
  const practice = useAddress().parameters.get('practice');
  const needs = data ? needsOf(data, outages, statistics) : [];
  const isNew = data !== undefined && !hasSentLive(data) && !isEveryStepTaken(stepsOf(data, listed));
  return (
    <Page
      title={words.title}
      sentence={
        data && (isNew ? words.welcome(organisation?.name ?? '') : words.sentence(underWay.length, needs.length))
      }
      question={{ query: Overview, variables }}
    >
      <Panel answer={answer} height="60vh">
        {(shown) => (
          <div className="overview">
            <Attention needs={needs} />
            {isNew && <Steps taken={stepsOf(shown, [...underWay, ...latest])} counts={find(practice)?.counts} />}
            <UnderWay rows={underWay} />
            {variables.sms && !isNew && <Statistics />}
            {variables.sms && (latest.length > 0 || !(isNew || underWay.length > 0)) && <Latest rows={latest} />}
          </div>
        )}
      </Panel>
    </Page>
  );
}

function Steps({ taken, counts }: { readonly taken: StepsTaken; readonly counts: Counts | undefined }) {
  return (
    <FirstSteps
      taken={taken}
      maySend={useMay('sms:send')}
      mayMakeKeys={useMay('keys:manage')}
      mayConnect={useMay('sessions:manage')}
      counts={counts}
    />
  );
}

/** A page of the list may be empty although messages follow. */
const hasSentLive = ({ live }: OverviewQuery) =>
  live !== undefined && (live.nodes.length > 0 || live.pageInfo.hasNextPage);

function stepsOf(
  { practised, apiKeys, sessions }: OverviewQuery,
  campaigns: readonly CampaignRowFragment[],
): StepsTaken {
  return {
    hasPractised: (practised?.nodes.length ?? 0) > 0 || campaigns.some(({ test }) => test),
    hasKey: apiKeys?.nodes.some(({ state }) => state === 'ACTIVE') ?? false,
    hasPhone: (sessions?.nodes.length ?? 0) > 0,
  };
}

const isEveryStepTaken = ({ hasPractised, hasKey, hasPhone }: StepsTaken) => hasPractised && hasKey && hasPhone;
