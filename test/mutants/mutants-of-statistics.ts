import type { Mutant } from './mutant.js';

const ADD_UP =
  'test/operations/campaigns/counts.test.ts › always add up while three dispatchers and two folders work, and completion is told once';

const LARGE_CAMPAIGNS =
  'test/operations/upkeep/erase-number.test.ts › finds the number anywhere in large campaigns, and leaves their other numbers';

/** Sums, messages in trouble, numbers of campaigns, and the searches that use them. */
export const STATISTICS_MUTANTS: readonly Mutant[] = [
  {
    name: 'sums-of-new-messages-are-lost',
    why: 'Only the first change of a quarter of an hour is counted.',
    file: 'src/db/sql/sms/campaigns/statistics.ts',
    search: "const TOTAL = 'SET messages = t.messages + excluded.messages';",
    replace: "const TOTAL = 'SET messages = t.messages';",
    killer: ADD_UP,
  },
  {
    name: 'sums-forget-the-state-before',
    why: 'A delivered message still counts as sent, so that more than 100 % arrive.',
    file: 'src/db/sql/sms/campaigns/statistics.ts',
    search: 'WHERE previous_status IS NOT NULL',
    replace: 'WHERE false',
    killer: ADD_UP,
  },
  {
    name: 'troubles-stay',
    why: 'A message that was held and then delivered is still found among the held ones.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'isTroubled(group.previous_status)',
    replace: 'false',
    killer: ADD_UP,
  },
  {
    name: 'search-ends-with-the-walk',
    why: 'What is older than the newest 50,000 messages is never found.',
    file: 'src/operations/kernel/reads.ts',
    search: 'stoppedAt && codec.encode(stoppedAt)',
    replace: 'null',
    killer: 'test/operations/lists/search.slow.test.ts › leads through every message that matches',
  },
  {
    name: 'digits-of-erased-numbers-stay',
    why: 'The last nine digits of an erased number stand in campaign_numbers.',
    file: 'src/db/sql/upkeep/erasure.ts',
    search: '    await removeLastDigits(tx, ids);\n',
    replace: '',
    killer: LARGE_CAMPAIGNS,
  },
  {
    name: 'digits-found-at-another-place',
    why: 'A search by number finds nothing of a campaign beyond its first hundred messages.',
    file: 'src/db/sql/sms/campaigns/campaign-numbers.ts',
    search: '+ slot - 1 AS position',
    replace: '+ slot AS position',
    killer: LARGE_CAMPAIGNS,
  },
  {
    name: 'digits-come-back',
    why: 'Of two workers that redact messages of one campaign the second writes back what the first has removed.',
    file: 'src/db/sql/sms/campaigns/campaign-numbers.ts',
    search: ' FOR NO KEY UPDATE OF n',
    replace: '',
    killer:
      'test/operations/upkeep/retention.test.ts › takes the last digits of all numbers away, if two workers redact messages of one campaign at once',
  },
];
