import { ENTRIES, type OutcomeName } from './outcomes.js';

/** Every outcome that a single message can have: the call refuses invalid numbers, and only campaigns are held here. */
export const OF_SINGLE_MESSAGES = ENTRIES.filter(([, { share, now }]) => share !== undefined || now).map(
  ([name]) => name,
);

type Shares = readonly (readonly [OutcomeName, number])[];

const ENDED: Shares = ENTRIES.map(([name, { share = 0 }]) => [name, share]);
/** For campaigns that have begun a short while ago: no retries, and no outcome that takes days. */
const QUICK: Shares = ENTRIES.filter(
  ([, { retrySeconds = 0, lastsSeconds = 0 }]) => retrySeconds + lastsSeconds === 0,
).map(([name, { share = 0 }]) => [name, share]);
const NOW: Shares = ENTRIES.map(([name, { now }]) => [name, now?.share ?? 0]);
const UNDER_WAY: Shares = [
  ['sent', 1_800],
  ['in_review', 100],
  ['queued_there', 60],
  ['waits_for_retry', 80],
  ['in_doubt', 20],
];

/** How the outcomes of messages are mixed; any other mix is one outcome for all. */
const MIXES = { ended: ENDED, single: [...NOW, ...ENDED], quick: QUICK, running: [...UNDER_WAY, ...QUICK] } as const;

export type Mix = keyof typeof MIXES | OutcomeName;

/** SQL: the outcome of a message of the mix in the column `mix`, drawn with the column `luck`. */
export const DRAWN_OUTCOME = `CASE mix ${Object.entries(MIXES)
  .map(([name, shares]) => `WHEN '${name}' THEN ${drawnFrom(shares)}`)
  .join(' ')} ELSE mix END`;

/** The rest of 10,000 is delivered. */
function drawnFrom(shares: Shares): string {
  let until = 0;
  let cases = '';
  for (const [name, share] of shares) {
    if (share === 0 || name === 'delivered') continue;
    until += share;
    cases += ` WHEN luck < ${until / 10_000} THEN '${name}'`;
  }
  return `CASE${cases} ELSE 'delivered' END`;
}
