import { useRef } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { CampaignHolds, type CampaignHoldsQuery, ResumeHeld } from '../../generated/documents.js';
import { WriteButton } from '../../parts/forms/buttons.js';
import { useFocusKept } from '../../parts/page.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/viewer.js';
import { formatTime } from '../../texts/format.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

/** Why messages of this campaign are on hold, since when, and how they go on. */
export function CampaignHold({ campaign }: { readonly campaign: Campaign }) {
  const answer = useAnswer(CampaignHolds, {});
  const section = useRef<HTMLElement>(null);
  useFocusKept(section);
  return (
    <section ref={section} className="note warning" aria-label={words.hold.title}>
      <Panel answer={answer} shape={<Hold hold={SHAPE} />}>
        {({ holds }) =>
          holds
            .filter(({ campaigns }) => campaigns.some(({ id }) => id === campaign.id))
            .map((hold) => <Hold key={`${hold.gateway} ${hold.reason}`} hold={hold} />)
        }
      </Panel>
    </section>
  );
}

type HoldShown = Omit<CampaignHoldsQuery['holds'][number], '__typename' | 'campaigns'>;

/** As long as most. */
const SHAPE: HoldShown = {
  gateway: 'gateway',
  reason: 'INSUFFICIENT_CREDIT',
  since: new Date().toISOString(),
  nextProbeAt: new Date().toISOString(),
};

function Hold({ hold }: { readonly hold: HoldShown }) {
  const { gateway, reason, since, nextProbeAt } = hold;
  const mayResume = useMay('SMS_SEND');
  const { run, isRunning, failure } = useChange(ResumeHeld);
  const when = formatTime(new Date(since));
  const isCredit = reason === 'INSUFFICIENT_CREDIT';
  return (
    <div className="hold">
      <p>
        <strong>{words.hold.because[reason](gateway, when)}</strong> {words.hold.goesOn[reason]}{' '}
        {nextProbeAt && words.hold.next(formatTime(new Date(nextProbeAt)))}
      </p>
      {isCredit && mayResume && (
        <WriteButton isRunning={isRunning} onClick={() => void run({ input: { gateway } })}>
          {words.hold.resume}
        </WriteButton>
      )}
      {failure && <p className="error">{failure.message}</p>}
    </div>
  );
}
