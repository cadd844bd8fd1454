import { memo, useEffect, useEffectEvent, useId } from 'react';
import { type Answer, useAnswer } from '../../api/use-answer.js';
import {
  type CampaignCourseQuery,
  CampaignCourse as Question,
  type TimelineBucket,
} from '../../generated/documents.js';
import { useEvery } from '../../live/use-every.js';
import { Chart } from '../../parts/charts/chart.js';
import { Panel } from '../../parts/panel.js';
import { isUnderWay } from '../../parts/states/counts.js';
import { formatClock } from '../../texts/format.js';
import { words } from './texts.js';
import type { Campaign } from './use-campaign.js';

const SECONDS: Readonly<Record<TimelineBucket, number>> = { TEN_SECONDS: 10, MINUTE: 60, HOUR: 3_600 };

interface CampaignCourseProps {
  readonly answer: Answer<CampaignCourseQuery>;
  readonly bucket: TimelineBucket;
}

/** How many messages entered each status, by time. */
export function CampaignCourse({ answer, bucket }: CampaignCourseProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stack">
      <h2 id={id}>{words.course.title}</h2>
      <Panel answer={answer} height="18rem">
        {({ campaign }) => <CourseChart timeline={campaign?.timeline ?? NO_POINTS} bucket={bucket} />}
      </Panel>
    </section>
  );
}

type Timeline = NonNullable<NonNullable<CampaignCourseQuery['campaign']>['timeline']>;

const NO_POINTS: Timeline = [];

interface CourseChartProps {
  readonly timeline: Timeline;
  readonly bucket: TimelineBucket;
}

/** Not drawn again with each state of a running campaign: its points change only when they are loaded. */
const CourseChart = memo(({ timeline, bucket }: CourseChartProps) => {
  const points = timeline.map(({ at, changes }) => ({ at, counts: changes }));
  if (points.length === 0) return <p className="quiet">{words.course.none}</p>;
  const peak = points.reduce((one, other) => (other.counts.delivered > one.counts.delivered ? other : one));
  return (
    <div className="card">
      <Chart
        title={words.course.title}
        sentence={words.course.peak(peak.counts.delivered, words.course.per[bucket], formatClock(new Date(peak.at)))}
        kind="area"
        points={points}
        stepSeconds={SECONDS[bucket]}
        keys={KEYS}
      />
    </div>
  );
});

/** Final statuses and holds: a message that is sent and then delivered would be drawn twice. */
const KEYS = ['delivered', 'failed', 'undelivered', 'blocked', 'held', 'cancelled'] as const;

const ASK_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;

interface Course {
  readonly answer: Answer<CampaignCourseQuery>;
  readonly bucket: TimelineBucket;
}

/** Reasons and timeline, asked anew every five seconds while the campaign runs, and once when it has ended. */
export function useCourse(campaign: Campaign): Course {
  const bucket = bucketOf(campaign);
  const answer = useAnswer(Question, { id: campaign.id, bucket });
  const ask = useEffectEvent(answer.reload);
  const isMoving = isUnderWay(campaign) && campaign.status !== 'SCHEDULED';
  useEvery(ASK_EVERY_MS, answer.reload, isMoving);
  useEffect(() => (isMoving ? () => ask() : undefined), [isMoving]);
  return { answer, bucket };
}

/** Fine for minutes, coarse for days: at most a few hundred points. */
function bucketOf({ createdAt, completedAt }: Campaign): TimelineBucket {
  const minutes = ((completedAt ? Date.parse(completedAt) : Date.now()) - Date.parse(createdAt)) / MINUTE_MS;
  if (minutes < 30) return 'TEN_SECONDS';
  return minutes < 12 * 60 ? 'MINUTE' : 'HOUR';
}
