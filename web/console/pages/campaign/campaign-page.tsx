import './campaign.css';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { CampaignPage as Question } from '../../generated/documents.js';
import { CountsBar } from '../../parts/charts/bar.js';
import { Facts } from '../../parts/facts.js';
import { NothingHere, Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { type Counts, finishedOf, isUnderWay, PARTS, totalOf } from '../../parts/states/counts.js';
import { CampaignState, Sandbox, StatusWord } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useAddress } from '../../parts/use-address.js';
import { useSeconds } from '../../parts/use-seconds.js';
import { formatList, formatNumber } from '../../texts/format.js';
import { text } from '../../texts/text.js';
import { CampaignActions } from './campaign-actions.js';
import { CampaignCourse, useCourse } from './campaign-course.js';
import { CampaignHold } from './campaign-hold.js';
import { CampaignReasons } from './campaign-reasons.js';
import { CampaignRecipients } from './campaign-recipients.js';
import { paceOf, type Reading } from './rate.js';
import { statusOf } from './recipient-filter.js';
import { intakeOf, sentenceOf } from './sentence.js';
import { words } from './texts.js';
import { type Campaign, useCampaign, useRetries } from './use-campaign.js';

export function CampaignPage() {
  const { id = '' } = useParams();
  return <CampaignById key={id} id={id} />;
}

function CampaignById({ id }: { readonly id: string }) {
  const { answer, campaign, readings } = useCampaign(id);
  return (
    <Panel answer={answer} height="80vh">
      {() => (campaign ? <CampaignShown campaign={campaign} readings={readings} /> : <NothingHere />)}
    </Panel>
  );
}

function CampaignShown({ campaign, readings }: SentenceProps) {
  const { id, name, test, status, counts, retryOf } = campaign;
  const course = useCourse(campaign);
  const outcomes = course.answer.data?.campaign?.outcomes ?? campaign.outcomes ?? [];
  const retries = useRetries(campaign, outcomes);
  return (
    <Page
      title={name ?? words.unnamed}
      sentence={<Sentence campaign={campaign} readings={readings} />}
      question={{ query: Question, variables: { id } }}
      actions={<CampaignActions campaign={campaign} />}
    >
      <div className="stack">
        <p className="campaign-intake">
          <CampaignState status={status} counts={counts} /> {test && <Sandbox />} · {intakeOf(campaign)}{' '}
          {retryOf && <Others title={words.intake.retryOf} campaigns={[retryOf]} />}
          {retries && retries.length > 0 && <Others title={words.intake.retries} campaigns={retries} />}
        </p>
        <div className={test ? 'card sandbox' : 'card'}>
          <CountsBar counts={counts} />
          <CampaignFacets counts={counts} />
        </div>
        {counts.held > 0 && <CampaignHold campaign={campaign} />}
        <CampaignReasons campaign={campaign} outcomes={outcomes} retries={retries} />
        <CampaignCourse answer={course.answer} bucket={course.bucket} />
        <CampaignDetails campaign={campaign} />
        <CampaignRecipients campaign={campaign} />
      </div>
      <CampaignAnnouncer campaign={campaign} />
    </Page>
  );
}

interface OthersProps {
  readonly title: string;
  readonly campaigns: readonly { readonly id: string; readonly name: string | null }[];
}

/** The campaign that this one sends again, or those that send this one again. */
function Others({ title, campaigns }: OthersProps) {
  return (
    <span>
      {title}{' '}
      {campaigns.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link href={`/campaigns/${id}`}>
            <Typed>{name ?? words.unnamed}</Typed>
          </Link>
        </Fragment>
      ))}
      .{' '}
    </span>
  );
}

interface SentenceProps {
  readonly campaign: Campaign;
  readonly readings: readonly Reading[];
}

/** A component of its own, because it is drawn every second and a thousand rows are not. */
function Sentence({ campaign, readings }: SentenceProps) {
  const now = useSeconds(readings.length > 0);
  return sentenceOf(campaign, paceOf(readings, now));
}

/** The counts are links that filter the recipients. */
function CampaignFacets({ counts }: { readonly counts: Counts }) {
  const { parameters } = useAddress();
  const [path] = useLocation();
  const chosen = parameters.get('status');
  return (
    <nav className="facets" aria-label={words.counts.title}>
      <Link href={path} className="facet" aria-current={chosen ? undefined : 'true'}>
        <span className="count">{formatNumber(totalOf(counts))}</span> {words.counts.all}
      </Link>
      {PARTS.map(({ key }) => (
        <Link
          key={key}
          href={`${path}?status=${key}`}
          className={counts[key] === 0 ? 'facet zero' : 'facet'}
          aria-current={chosen === key ? 'true' : undefined}
        >
          <span className="count">{formatNumber(counts[key])}</span> <StatusWord status={statusOf(key)} />
        </Link>
      ))}
    </nav>
  );
}

const EVERY_MS = 20_000;
const STEPS = [0.25, 0.5, 0.75] as const;

/** Tells screen readers the quarters, holds and the end, and nothing more often than every 20 seconds. */
function CampaignAnnouncer({ campaign }: { readonly campaign: Campaign }) {
  const news = newsOf(campaign);
  const [said, setSaid] = useState('');
  const last = useRef({ news, at: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (news === last.current.news) return;
    const wait = Math.max(0, last.current.at + EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      last.current = { news, at: performance.now() };
      setSaid(news);
    }, wait);
    return () => clearTimeout(timer);
  }, [news]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

function newsOf({ status, counts }: Campaign): string {
  if (!isUnderWay({ status })) return words.announce.ended(counts.delivered, totalOf(counts));
  if (status === 'HELD') return words.announce.held;
  const share = finishedOf(counts) / Math.max(1, totalOf(counts));
  const step = STEPS.findLast((one) => share >= one);
  return step === undefined ? '' : words.announce.progress(step);
}

const names = words.details;

function CampaignDetails({ campaign }: { readonly campaign: Campaign }) {
  const id = useId();
  const { text: template, sample, reference, metadata, senderId, segments, gateways, pauseOnFailures } = campaign;
  const rendered = sample?.nodes[0]?.text;
  return (
    <section aria-labelledby={id} className="stack">
      <h2 id={id}>{names.title}</h2>
      <div className="card stack">
        {template && <TextShown title={names.template} text={template} />}
        {rendered && rendered !== template && <TextShown title={names.sample} text={rendered} />}
        <Facts
          facts={{
            [names.id]: <code>{campaign.id}</code>,
            [names.sender]: senderId ?? names.defaultSender,
            [names.category]: text.category[campaign.category],
            [names.reference]: reference,
            [names.metadata]: metadata && <code>{JSON.stringify(metadata)}</code>,
            [names.segments]: formatNumber(segments),
            [names.gateways]: formatList(gateways),
            [names.pauseOnFailures]: pauseOnFailures ? names.yes : names.no,
          }}
        />
      </div>
    </section>
  );
}

function TextShown({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <h3>{title}</h3>
      <p className="campaign-text" dir="auto">
        {text}
      </p>
    </div>
  );
}
