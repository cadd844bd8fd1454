import { LIMITS } from '../../src/domain/limits.js';
import { LIVE_STATUSES, SMS_STATUSES } from '../../src/domain/vocabulary.js';
import type { Filling } from './filling.js';
import type { Mix } from './mixes.js';
import { momentOf } from './outcome-tables.js';
import { insertRows } from './rows.js';
import { CAMPAIGN_TEXTS, DIFFICULT_NAMES } from './texts.js';

/** Of the messages of an organisation; the others are sent one by one. */
const SHARE_OF_MESSAGES = 0.8;
const SMALLEST = 50;
const LARGEST_LIST = 50_000;
const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const TOPICS = [
  'Weekend offer',
  'Statement',
  'Renewal',
  'Service notice',
  'Reminder',
  'Survey',
  'Birthday',
  ...DIFFICULT_NAMES,
];

/** A campaign before its messages: a row of the table `campaign_plan`. */
interface CampaignPlan {
  readonly id: string;
  readonly name: string;
  readonly reference: string;
  readonly metadata: object | null;
  readonly text_no: number;
  readonly sender_id: string | null;
  readonly test: boolean;
  readonly size: number;
  readonly duplicates: number;
  /** What becomes of the first `head` messages, and of the others. */
  readonly head: number;
  readonly head_mix: Mix;
  readonly tail_mix: Mix;
  /** Number and contact of the first message. */
  readonly first_n: number;
  readonly first_contact: number;
  readonly created_at: Date;
  readonly scheduled_at: Date | null;
  readonly cancelled_at: Date | null;
  readonly paused_at: Date | null;
  /** The first message leaves then, and so many follow in a second. */
  readonly leaves_at: Date;
  readonly pace: number;
}

type Course = Pick<CampaignPlan, 'head' | 'head_mix' | 'tail_mix' | 'created_at' | 'leaves_at'> &
  Partial<Pick<CampaignPlan, 'scheduled_at' | 'cancelled_at' | 'paused_at' | 'pace'>>;

/** What the campaigns of one list of recipients have in common. */
type List = Pick<CampaignPlan, 'name' | 'reference' | 'metadata' | 'text_no' | 'sender_id' | 'test' | 'first_contact'>;

/** Campaigns that are not simply completed: under way, still to come, or ended early. */
const COURSES = ['running', 'queued', 'held', 'scheduled', 'planned', 'paused', 'called_off', 'stopped'] as const;

/** Plans the campaigns of the organisation, and returns how many messages they have. */
export async function planCampaigns(filling: Filling): Promise<number> {
  const { tx, audit } = filling;
  const plans = draftCampaigns(filling);
  await tx.sql(CAMPAIGN_PLAN);
  await insertRows(tx, 'campaign_plan', plans);
  for (const { id, cancelled_at, paused_at, size, head } of plans) {
    if (paused_at) audit.record('campaign.paused', paused_at, id, {});
    if (cancelled_at) audit.record('campaign.cancelled', cancelled_at, id, { messages: size - head });
  }
  return messagesOf(plans);
}

const messagesOf = (plans: readonly CampaignPlan[]) => plans.reduce((sum, { size }) => sum + size, 0);

function draftCampaigns(filling: Filling): CampaignPlan[] {
  const { own, random } = filling;
  const budget = Math.floor(own.messages * SHARE_OF_MESSAGES);
  const plans: CampaignPlan[] = [];
  const add = (list: List, size: number, course: Course) => {
    plans.push(planOf(filling, { ...list, ...course, size, first_n: messagesOf(plans) }));
  };
  const shown = own.place === 0 ? COURSES : COURSES.filter((course) => course === 'held' || random.chance(0.5));
  const shownSize = Math.min(Math.max(Math.floor(budget / 40), SMALLEST), 2_000);
  if (budget >= shownSize * COURSES.length * 2) {
    for (const course of shown) add(draftList(filling, plans.length), shownSize, courseOf(filling, course, shownSize));
  }
  for (let left = budget - messagesOf(plans); left >= SMALLEST; left = budget - messagesOf(plans)) {
    addList(filling, draftList(filling, plans.length), drawListSize(filling, budget, left), add);
  }
  return plans;
}

/** A call takes so many recipients at most, so a longer list is sent in parts, one a minute. */
function addList(
  filling: Filling,
  list: List,
  listSize: number,
  add: (list: List, size: number, course: Course) => void,
): void {
  const count = Math.ceil(listSize / LIMITS.recipientsPerBulkCall);
  const course = completedCourse(filling);
  for (let part = 0, first_contact = list.first_contact; part < count; part += 1) {
    const size = Math.ceil((listSize - part) / count);
    const name = count === 1 ? list.name : `${list.name}, part ${part + 1} of ${count}`;
    add({ ...list, name, first_contact }, size, laterBy(course, part * MINUTE_MS));
    first_contact += size;
  }
}

function laterBy(course: Course, ms: number): Course {
  const later = (time: Date) => new Date(time.getTime() + ms);
  return { ...course, created_at: later(course.created_at), leaves_at: later(course.leaves_at) };
}

/** Many short lists and a few long ones. */
function drawListSize({ random }: Filling, budget: number, left: number): number {
  const most = Math.min(LARGEST_LIST, Math.max(budget / 4, SMALLEST));
  const size = Math.floor(Math.min(SMALLEST * (1 - random.next()) ** -1.4, most));
  return left - size < SMALLEST ? Math.min(left, LARGEST_LIST) : size;
}

function draftList({ random, own }: Filling, number: number): List {
  return {
    name: random.pick(TOPICS),
    reference: `${own.slug}-${String(number + 1).padStart(4, '0')}`,
    metadata: random.chance(0.3) ? { department: random.pick(['sales', 'care', 'billing']), list: number } : null,
    text_no: random.whole(0, CAMPAIGN_TEXTS.length - 1),
    sender_id: random.chance(0.9) ? random.pick(own.senders) : null,
    test: random.chance(0.05),
    first_contact: random.whole(0, 2 ** 30),
  };
}

function planOf({ random }: Filling, given: List & Course & Pick<CampaignPlan, 'size' | 'first_n'>): CampaignPlan {
  return {
    id: random.idAt(given.created_at),
    duplicates: random.chance(0.3) ? random.whole(1, 9) : 0,
    scheduled_at: null,
    cancelled_at: null,
    paused_at: null,
    pace: random.between(30, 120),
    ...given,
  };
}

function completedCourse({ random, month }: Filling): Course {
  const leavesAt = month.campaignTime(random.next());
  const wasScheduled = random.chance(0.25);
  const createdAt = new Date(leavesAt.getTime() - (wasScheduled ? random.between(1, 20) * HOUR_MS : 1_000));
  return {
    head: 0,
    head_mix: 'ended',
    tail_mix: 'ended',
    created_at: createdAt < month.from ? month.from : createdAt,
    scheduled_at: wasScheduled ? leavesAt : null,
    leaves_at: leavesAt,
  };
}

function courseOf({ own, random, month }: Filling, course: (typeof COURSES)[number], size: number): Course {
  const begun = (ms: number, share: number, head_mix: Mix, tail_mix: Mix): Course => ({
    head: Math.floor(size * share),
    head_mix,
    tail_mix,
    created_at: month.ago(ms + 1_000),
    leaves_at: month.ago(ms),
  });
  const later = (hours: number, daysAgo: number): Course => ({
    ...begun(daysAgo * 24 * HOUR_MS, 0, 'scheduled', 'scheduled'),
    scheduled_at: month.ago(-hours * HOUR_MS),
    leaves_at: month.ago(-hours * HOUR_MS),
  });
  switch (course) {
    case 'running':
      return { ...begun(6 * MINUTE_MS, 0.6, 'running', 'ready'), pace: Math.max((size * 0.6) / 300, 1) };
    case 'queued':
      return begun(5_000, 0, 'ready', 'ready');
    case 'held':
      return begun(random.between(3, 9) * HOUR_MS, 0.4, 'quick', lacksCredit(own) ? 'held_with_account' : 'held');
    case 'scheduled':
      return later(random.between(1, 24), 1);
    case 'planned':
      return later(random.between(48, 140), 3);
    case 'paused':
      return { ...later(random.between(48, 140), 2), paused_at: month.ago(24 * HOUR_MS) };
    case 'called_off': {
      const calledOff = { ...later(20, 4), head_mix: 'cancelled', tail_mix: 'cancelled' } as const;
      return { ...calledOff, cancelled_at: month.ago(3 * 24 * HOUR_MS) };
    }
    case 'stopped':
      return { ...begun(30 * HOUR_MS, 0.3, 'quick', 'cancelled'), cancelled_at: month.ago(29 * HOUR_MS) };
  }
}

/**
 * The account of the organisation is paused, so workers hold whatever else comes due. In the other organisations the
 * gateway has refused single messages for lack of credit, and workers go on with the rest.
 */
function lacksCredit({ place }: Filling['own']): boolean {
  return place % 4 === 2;
}

const CAMPAIGN_PLAN = `
CREATE TEMPORARY TABLE campaign_plan (
  id uuid PRIMARY KEY, name text, reference text, metadata jsonb, text_no integer, sender_id text, test boolean,
  size integer, duplicates integer, head integer, head_mix text, tail_mix text, first_n bigint, first_contact bigint,
  created_at timestamptz, scheduled_at timestamptz, cancelled_at timestamptz, paused_at timestamptz, leaves_at timestamptz,
  pace double precision
) ON COMMIT DROP`;

/** Inserts the campaigns, with counts that are counted from their messages. */
export async function insertCampaigns({ tx, own }: Filling): Promise<void> {
  await tx.sql(SUMMARY);
  await tx.sql(CAMPAIGNS, { campaignTexts: CAMPAIGN_TEXTS, atLeastOnce: own.place % 7 === 3 });
  await tx.sql(PROGRESS);
}

const count = (condition: string) => `(count(*) FILTER (WHERE ${condition}))::integer`;

const SUMMARY = `
CREATE TEMPORARY TABLE campaign_summary ON COMMIT DROP AS
SELECT m.campaign_id, ${SMS_STATUSES.map((status) => `${count(`o.status = '${status}'`)} AS ${status}`).join(', ')},
       ${count(`m.outcome = 'invalid'`)} AS invalid, ${count(`m.outcome LIKE 'suppressed%'`)} AS suppressed,
       min(m.first_at) FILTER (WHERE o.attempt > 0) AS started_at,
       CASE WHEN NOT bool_or(o.status IN (${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')}))
            THEN max(${momentOf('o.last_step')}) END AS completed_at
FROM message_plan m JOIN outcomes o USING (outcome)
WHERE m.campaign_id IS NOT NULL GROUP BY m.campaign_id`;

const CAMPAIGNS = `
INSERT INTO campaigns (organisation_id, id, name, body, sender_id, reference, metadata, test, at_least_once, total, accepted,
                       invalid, duplicates, suppressed, scheduled_at, started_at, cancelled_at, paused_at, pause_reason, created_at, revision)
SELECT :organisationId, c.id, c.name, (:campaignTexts::text[])[c.text_no + 1], c.sender_id, c.reference, c.metadata, c.test,
       :atLeastOnce, c.size, c.size - s.invalid - s.suppressed, s.invalid, c.duplicates, s.suppressed, c.scheduled_at,
       s.started_at, c.cancelled_at, c.paused_at, CASE WHEN c.paused_at IS NOT NULL THEN 'caller'::pause_reason END, c.created_at,
       1 + num_nonnulls(s.started_at, c.cancelled_at, c.paused_at, s.completed_at)
FROM campaign_plan c JOIN campaign_summary s ON s.campaign_id = c.id
ORDER BY c.id`;

const PROGRESS = `
INSERT INTO campaign_progress (organisation_id, campaign_id, ${SMS_STATUSES.join(', ')}, completed_at)
SELECT :organisationId, campaign_id, ${SMS_STATUSES.join(', ')}, completed_at FROM campaign_summary ORDER BY campaign_id`;
