import type { StatusCounts } from '../../../db/sql/sms/campaigns/campaigns.js';
import { type CellRow, readCells, readDeliveryTimes } from '../../../db/sql/sms/campaigns/statistics.js';
import { type FieldError, fieldError, requireValid } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { medianSeconds } from '../../../domain/sms/delivery-times.js';
import { SMS_STATUSES, type SmsStatus } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { forCaller } from '../../kernel/reads.js';

export interface StatisticsInput {
  readonly from: Date;
  readonly to: Date;
  readonly unit: 'hour' | 'day';
  readonly senderId?: string | null | undefined;
  readonly test: boolean;
}

export interface StatisticsPoint {
  readonly at: string;
  readonly counts: StatusCounts;
}

export interface Outcome {
  readonly status: SmsStatus;
  readonly deliveryCode: number;
  readonly count: number;
}

export interface Statistics {
  readonly counts: StatusCounts;
  readonly outcomes: readonly Outcome[];
  /** Only those with messages. */
  readonly points: readonly StatisticsPoint[];
  readonly medianSecondsToDeliver: number | null;
}

const UNIT_MS = { hour: 3_600_000, day: 86_400_000 };

const cells = forCaller(readCells);
const deliveryTimes = forCaller(readDeliveryTimes);

/**
 * Tells what became of the messages that were accepted in a range of time. The cost does not depend on their number.
 */
export async function readStatistics(context: Context, input: StatisticsInput): Promise<Statistics> {
  requireValid(validate(input));
  const { unit, from, to, senderId = null, test } = input;
  const range = { from, to, senderId, test };
  const [rows, steps] = await Promise.all([cells(context, unit, range), deliveryTimes(context, range)]);
  return {
    counts: countsOf(rows),
    outcomes: outcomesOf(rows),
    points: [...Map.groupBy(rows, ({ at }) => at)].map(([at, some]) => ({ at, counts: countsOf(some) })),
    medianSecondsToDeliver: medianSeconds(steps),
  };
}

function validate({ from, to, unit }: StatisticsInput): FieldError[] {
  if (from >= to) return [fieldError('to', 'invalid', '`to` must be later than `from`.')];
  const points = (to.getTime() - from.getTime()) / UNIT_MS[unit];
  if (points <= LIMITS.timelinePointsMax) return [];
  return [fieldError('from', 'invalid', `The range may have at most ${LIMITS.timelinePointsMax} ${unit}s.`)];
}

function countsOf(rows: readonly CellRow[]): StatusCounts {
  const counts = Object.fromEntries(SMS_STATUSES.map((status) => [status, 0])) as Record<SmsStatus, number>;
  for (const { status, messages } of rows) counts[status] += messages;
  return counts;
}

/** Most frequent first. Messages without a code are left out. */
function outcomesOf(rows: readonly CellRow[]): Outcome[] {
  const coded = rows.filter((row) => row.delivery_code !== 0);
  return [...Map.groupBy(coded, (row) => `${row.status} ${row.delivery_code}`).values()]
    .map((some) => {
      const [{ status, delivery_code: deliveryCode }] = some as [CellRow, ...CellRow[]];
      return { status, deliveryCode, count: some.reduce((sum, { messages }) => sum + messages, 0) };
    })
    .sort((a, b) => b.count - a.count || a.deliveryCode - b.deliveryCode);
}
