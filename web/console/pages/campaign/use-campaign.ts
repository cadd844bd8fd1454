import { useEffect, useState } from 'react';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import {
  type CampaignCountsFragment,
  CampaignPage,
  type CampaignPageQuery,
  CampaignProgress,
  CampaignRetries,
  type OutcomeFragment,
} from '../../generated/documents.js';
import { useLive } from '../../live/use-live.js';
import type { Counts } from '../../parts/states/counts.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { isNewer, type Told } from '../../parts/states/told-campaigns.js';
import { livePaused, offlineSince } from '../../state/connection.js';
import { useStore } from '../../state/store.js';
import { noteReading, type Reading } from './rate.js';
import { cutForRetry, isSentAgain, type Retry } from './retries.js';

export type Campaign = NonNullable<CampaignPageQuery['campaign']>;

interface LiveCampaign {
  readonly answer: Answer<CampaignPageQuery>;
  /** In the newest state that the server has told; null if there is no such campaign. */
  readonly campaign: Campaign | null | undefined;
  /** What the counts were in the last minute; none while they cannot move or nothing would tell of it. */
  readonly readings: readonly Reading[];
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
  return { answer, campaign, readings: useReadings(campaign, isMoving) };
}

/** The campaigns that send again what failed in this one; undefined until the server has told. */
export function useRetries(campaign: Campaign, outcomes: readonly OutcomeFragment[]): readonly Retry[] | undefined {
  const { id, createdAt: createdAfter } = campaign;
  const name = campaign.name && cutForRetry(campaign.name);
  const mayHaveSome = !isUnderWay(campaign) && outcomes.some(isSentAgain);
  const { data, failure } = useAnswer(CampaignRetries, { filter: { name, createdAfter } }, { pause: !mayHaveSome });
  if (data) return data.campaigns.nodes.filter(({ retryOf }) => retryOf?.id === id);
  return mayHaveSome && !failure ? undefined : [];
}

const NONE: readonly Reading[] = [];

function useReadings(campaign: CampaignCountsFragment | null | undefined, isMoving: boolean): readonly Reading[] {
  const [readings, setReadings] = useState(NONE);
  const isPaused = useStore(livePaused);
  const isOnline = useStore(offlineSince) === null;
  const isFollowed = isMoving && isOnline && !isPaused;
  const counts = JSON.stringify(campaign?.counts);
  useEffect(() => {
    if (!isFollowed || !counts) return;
    setReadings((before) => noteReading(before, { atMs: Date.now(), counts: JSON.parse(counts) as Counts }));
  }, [isFollowed, counts]);
  useEffect(() => {
    if (!isFollowed) setReadings(NONE);
  }, [isFollowed]);
  return readings;
}
