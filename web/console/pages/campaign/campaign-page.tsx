import './campaign.css';
import { Link, useParams } from 'wouter';
import { CampaignPage as Question } from '../../generated/documents.js';
import { CountsBar } from '../../parts/charts/bar.js';
import { NothingHere } from '../../parts/nothing-here.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { CampaignState, Sandbox } from '../../parts/states/status.js';
import { Typed } from '../../parts/typed.js';
import { useSeconds } from '../../parts/use-seconds.js';
import { CampaignActions } from './campaign-actions.js';
import { CampaignAnnouncer } from './campaign-announcer.js';
import { CampaignCourse } from './campaign-course.js';
import { CampaignDetails } from './campaign-details.js';
import { CampaignFacets } from './campaign-facets.js';
import { CampaignHold } from './campaign-hold.js';
import { CampaignReasons } from './campaign-reasons.js';
import { CampaignRecipients } from './campaign-recipients.js';
import { paceOf, type Reading } from './rate.js';
import { intakeOf, sentenceOf } from './sentence.js';
import { words } from './texts.js';
import { type Campaign, useCampaign } from './use-campaign.js';
import { useCourse } from './use-course.js';

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
  const { id, name, test, status, result, counts, retryOf, outcomes } = campaign;
  const course = useCourse(campaign);
  return (
    <Page
      title={name ?? words.unnamed}
      sentence={<Sentence campaign={campaign} readings={readings} />}
      question={{ query: Question, variables: { id } }}
      actions={<CampaignActions campaign={campaign} />}
    >
      <div className="stack">
        <p className="campaign-intake">
          <CampaignState status={status} result={result} /> {test && <Sandbox />} · {intakeOf(campaign)}{' '}
          {retryOf && (
            <>
              {words.intake.retryOf}{' '}
              <Link href={`/campaigns/${retryOf.id}`}>
                <Typed>{retryOf.name ?? words.unnamed}</Typed>
              </Link>
              .
            </>
          )}
        </p>
        <div className={test ? 'card sandbox' : 'card'}>
          <CountsBar counts={counts} />
          <CampaignFacets counts={counts} />
        </div>
        {counts.held > 0 && <CampaignHold campaign={campaign} />}
        <CampaignReasons campaign={campaign} outcomes={course.answer.data?.campaign?.outcomes ?? outcomes ?? []} />
        <CampaignCourse answer={course.answer} bucket={course.bucket} />
        <CampaignDetails campaign={campaign} />
        <CampaignRecipients campaign={campaign} />
      </div>
      <CampaignAnnouncer campaign={campaign} />
    </Page>
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
