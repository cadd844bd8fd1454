const HOUR_MS = 3600 * 1000;
/** The last hour has only messages that wait: retries and reports of older ones have come by now. */
const QUIET_MS = HOUR_MS;

const NIGHT = [0.1, 0.06, 0.04, 0.03, 0.05, 0.15, 0.5] as const;
const DAY = [1.2, 2.2, 3, 3.2, 2.9, 2.4, 2.2, 2.6, 2.9, 2.8, 2.4, 1.9, 1.6, 1.2, 0.8, 0.5, 0.2] as const;
const HOURS = [...NIGHT, ...DAY];
const WEEKDAYS = [0.3, 1, 1.1, 1.15, 1.1, 1.2, 0.5] as const;
/** Campaigns are sent by people at work. */
const OFFICE_HOURS = { from: 7, until: 18 } as const;

/** The time that is filled: from `from` until `until`, which is now. */
export interface Month {
  readonly from: Date;
  readonly until: Date;
  /** For each hour since `from`: the share of single messages that are sent before its end. */
  readonly shares: readonly number[];
  /** A time at which a campaign may have been made. */
  campaignTime(luck: number): Date;
  ago(ms: number): Date;
}

export function createMonth(until: Date, days: number): Month {
  const from = new Date(until.getTime() - days * 24 * HOUR_MS);
  const count = days * 24 - QUIET_MS / HOUR_MS;
  const hours = Array.from({ length: count }, (_, hour) => new Date(from.getTime() + hour * HOUR_MS));
  const shares = cumulative(hours.map(weightOf));
  const campaignShares = cumulative(hours.map((hour, ...rest) => (isOfficeHour(hour) ? weightOf(hour, ...rest) : 0)));
  return {
    from,
    until,
    shares,
    campaignTime(luck) {
      const hour = campaignShares.findIndex((share) => luck < share || share === campaignShares.at(-1));
      const before = campaignShares[hour - 1] ?? 0;
      const within = (luck - before) / ((campaignShares[hour] ?? 1) - before);
      return new Date(from.getTime() + (hour + within) * HOUR_MS);
    },
    ago: (ms) => new Date(until.getTime() - ms),
  };
}

/** More every week, so that a curve of the month rises. */
function weightOf(hour: Date, place: number, { length }: readonly Date[]): number {
  return (HOURS[hour.getUTCHours()] ?? 1) * (WEEKDAYS[hour.getUTCDay()] ?? 1) * (1 + (0.3 * place) / length);
}

function isOfficeHour(hour: Date): boolean {
  return hour.getUTCHours() >= OFFICE_HOURS.from && hour.getUTCHours() < OFFICE_HOURS.until;
}

function cumulative(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    before += weight / sum;
    return before;
  });
}
