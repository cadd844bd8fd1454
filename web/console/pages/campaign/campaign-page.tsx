import './campaign.css';
import { Link, useParams } from 'wouter';
import { CampaignPage as Question } from '../../generated/documents.js';
import { CountsBar } from '../../parts/bar.js';
import { CampaignState } from '../../parts/campaign-state.js';
import { CopyMenu } from '../../parts/copy-menu.js';
import { NothingHere } from '../../parts/nothing-here.js';
import { Page } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { Sandbox } from '../../parts/sandbox.js';
import { CampaignActions } from './campaign-actions.js';
import { CampaignAnnouncer } from './campaign-announcer.js';
import { CampaignCourse } from './campaign-course.js';
import { CampaignDetails } from './campaign-details.js';
import { CampaignFacets } from './campaign-facets.js';
import { CampaignHold } from './campaign-hold.js';
import { CampaignReasons } from './campaign-reasons.js';
import { CampaignRecipients } from './campaign-recipients.js';
import { intakeOf, sentenceOf } from './sentence.js';
import { words } from './texts.js';
import { type Campaign, useCampaign } from './use-campaign.js';
import { useCourse } from './use-course.js';

export function CampaignPage() {
  const { id = '' } = useParams();
  return <CampaignById key={id} id={id} />;
}

function CampaignById({ id }: { readonly id: string }) {
  const { answer, campaign, rate } = useCampaign(id);
  return (
    <Panel answer={answer} height="80vh">
      {() => (campaign ? <CampaignShown campaign={campaign} rate={rate} /> : <NothingHere />)}
    </Panel>
  );
}

function CampaignShown({ campaign, rate }: { readonly campaign: Campaign; readonly rate: number | null }) {
  const { id, name, test, status, result, counts, retryOf, outcomes } = campaign;
  const course = useCourse(campaign);
  return (
    <Page
      title={name ?? words.unnamed}
      sentence={sentenceOf(campaign, rate)}
      actions={
        <>
          <CopyMenu query={Question} variables={{ id }} />
          <CampaignActions campaign={campaign} />
        </>
      }
    >
      <div className="stack">
        <p className="campaign-intake">
          <CampaignState status={status} result={result} /> {test && <Sandbox />} · {intakeOf(campaign)}{' '}
          {retryOf && (
            <>
              {words.intake.retryOf} <Link href={`/campaigns/${retryOf.id}`}>{retryOf.name ?? words.unnamed}</Link>.
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
