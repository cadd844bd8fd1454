/** Reports of a gateway or engine, taken out of the inbox to be folded into messages. */
export interface StoredReports<Report> {
  /** The gateway or engine that reported. */
  readonly gateway: string;
  readonly reports: Report[];
  readonly tries: number;
  readonly age_seconds: number;
}

/**
 * Merges portions of one gateway that have waited about as long and arrived within `withinSeconds` of each other:
 * gateways report one by one, and five hundred portions took 1.8 s to fold separately, 44 ms together. The oldest
 * portion gives the age, the one with the most tries the tries.
 */
export function mergeAlike<Report>(
  stored: readonly StoredReports<Report>[],
  withinSeconds: number,
): StoredReports<Report>[] {
  const merged = new Map<string, StoredReports<Report>>();
  for (const portion of stored) {
    const key = `${portion.gateway} ${waitingClass(portion, withinSeconds)}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...portion, reports: [...portion.reports] });
    else {
      known.reports.push(...portion.reports);
      const age_seconds = Math.max(known.age_seconds, portion.age_seconds);
      merged.set(key, { ...known, age_seconds, tries: Math.max(known.tries, portion.tries) });
    }
  }
  return [...merged.values()];
}

/**
 * The portions of a class differ in age by a factor of two at most, or are all young. Portions that are tried for the
 * first time have classes of their own, since nothing is dropped then.
 */
function waitingClass({ age_seconds, tries }: StoredReports<unknown>, withinSeconds: number): string {
  const doublings = Math.max(0, Math.ceil(Math.log2(age_seconds)));
  return `${tries > 0} ${doublings} ${Math.floor(age_seconds / withinSeconds)}`;
}

const FIRST_REPLAY_SECONDS = 0.05;
/**
 * Reports on messages at a node of the database that is away come again at least this often, and are folded soon after
 * it is back.
 */
export const LONGEST_REPLAY_WHILE_AWAY_SECONDS = 30;

/** A parked report is tried again after half of the time that it has waited. */
export function replayAfterSeconds(ageSeconds: number, longestSeconds: number): number {
  return Math.min(Math.max(ageSeconds / 2, FIRST_REPLAY_SECONDS), longestSeconds);
}
