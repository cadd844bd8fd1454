import { useEffect, useState } from 'react';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import {
  type CampaignCountsFragment,
  CampaignPage,
  type CampaignPageQuery,
  CampaignProgress,
} from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import { isUnderWay } from '../../parts/campaign-status.js';
import { finishedOf } from '../../parts/counts.js';
import { isNewer, type Told } from '../../parts/told.js';
import { noteReading, type Reading, rateOf } from './rate.js';

export type Campaign = NonNullable<CampaignPageQuery['campaign']>;

interface LiveCampaign {
  readonly answer: Answer<CampaignPageQuery>;
  /** In the newest state that the server has told; null if there is no such campaign. */
  readonly campaign: Campaign | null | undefined;
  /** Messages a second that got their final status. */
  readonly rate: number | null;
}

export function useCampaign(id: string): LiveCampaign {
  const answer = useAnswer(CampaignPage, { id });
  const loaded = answer.data?.campaign;
  const [told, setTold] = useState<Told<CampaignCountsFragment>>();
  const campaign = loaded && told && isNewer(told, loaded, answer.at) ? { ...loaded, ...told.state } : loaded;
  const isMoving = campaign ? isUnderWay(campaign) : false;
  useLive(
    CampaignProgress,
    { id },
    {
      onData: (results) => {
        const state = results.at(-1)?.campaignProgress;
        if (state) setTold({ state, at: new Date() });
      },
      poll: answer.reload,
      isWanted: isMoving,
      startsWithState: true,
    },
  );
  return { answer, campaign, rate: useRate(campaign, isMoving) };
}

function useRate(campaign: CampaignCountsFragment | null | undefined, isMoving: boolean): number | null {
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  const finished = campaign ? finishedOf(campaign.counts) : 0;
  useEffect(() => {
    if (isMoving) setReadings((before) => noteReading(before, { atMs: performance.now(), finished }));
  }, [isMoving, finished]);
  return isMoving ? rateOf(readings) : null;
}
