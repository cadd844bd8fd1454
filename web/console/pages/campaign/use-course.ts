import { useEffect, useEffectEvent } from 'react';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import { CampaignCourse, type CampaignCourseQuery, type TimelineBucket } from '../../generated/documents.js';
import { livePaused } from '../../live/sign.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { useStore } from '../../state/store.js';
import type { Campaign } from './use-campaign.js';

const ASK_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

interface Course {
  readonly answer: Answer<CampaignCourseQuery>;
  readonly bucket: TimelineBucket;
}

/** Reasons and timeline, asked anew every five seconds while the campaign runs, and once when it has ended. */
export function useCourse(campaign: Campaign): Course {
  const bucket = bucketOf(campaign);
  const answer = useAnswer(CampaignCourse, { id: campaign.id, bucket });
  const isPaused = useStore(livePaused);
  const ask = useEffectEvent(answer.reload);
  const isMoving = isUnderWay(campaign) && campaign.status !== 'SCHEDULED';
  useEffect(() => {
    if (!isMoving || isPaused) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      ask();
    };
  }, [isMoving, isPaused]);
  return { answer, bucket };
}

/** Fine for minutes, coarse for days: at most a few hundred points. */
function bucketOf({ createdAt, completedAt }: Campaign): TimelineBucket {
  const minutes = ((completedAt ? Date.parse(completedAt) : Date.now()) - Date.parse(createdAt)) / MINUTE_MS;
  if (minutes < 30) return 'TEN_SECONDS';
  return minutes < 12 * 60 ? 'MINUTE' : 'HOUR';
}
