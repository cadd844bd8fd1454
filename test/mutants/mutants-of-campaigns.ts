import type { Mutant } from './mutant.js';

const PAUSES = 'src/db/sql/sms/campaigns/campaign-pauses.ts';
const PAUSE_TEST = 'test/operations/campaigns/pause.test.ts';
const RETRY_TEST = 'test/operations/campaigns/retry-campaign.test.ts';

const EARLIER_TRIES = 'src/operations/sms/dispatch/earlier-tries.ts';
const EARLIER_TRIES_TEST = 'test/operations/dispatch/earlier-tries.test.ts';

/** Pausing campaigns, and sending failed messages again. */
export const CAMPAIGN_MUTANTS: readonly Mutant[] = [
  {
    name: 'paused-campaigns-are-claimed',
    why: 'A paused campaign is sent all the same.',
    file: PAUSES,
    search: 'AND paused_at IS NOT NULL) AS ids) AS paused`',
    replace: 'AND false) AS ids) AS paused`',
    killer: `${PAUSE_TEST} › stops what no gateway has, lets go its way what one has, and sends the rest once after the resume`,
  },
  {
    name: 'resume-does-not-wait-for-workers',
    why: 'A worker takes a message off the agenda after the resume has put it back, and it is never sent.',
    file: PAUSES,
    search: 'ORDER BY id FOR SHARE`',
    replace: 'ORDER BY id`',
    killer: `${PAUSE_TEST} › waits for a worker that takes messages off the agenda before it resumes, so that none is forgotten`,
  },
  {
    name: 'retry-does-not-lock',
    why: 'A message is reported as delivered while its retry is made, and is sent twice.',
    file: 'src/db/sql/sms/campaigns/retries.ts',
    search: 'ORDER BY id FOR NO KEY UPDATE`',
    replace: 'ORDER BY id`',
    killer: `${RETRY_TEST} › and late reports, whichever comes first: nobody who has the message waits for another one`,
  },
  {
    name: 'late-deliveries-leave-retries',
    why: 'A message that was delivered after all is sent again.',
    file: 'src/operations/sms/dispatch/cancel-waiting.ts',
    search: "if (verdict.status !== 'delivered' || corrected.length === 0) return;",
    replace: 'if (corrected.length >= 0) return;',
    killer: `${RETRY_TEST} › is cancelled for those that are reported as delivered after all, as long as no worker has taken them`,
  },
  {
    name: 'claim-ignores-earlier-tries',
    why: 'The first message arrives while its retry is with a worker, and the retry is sent all the same.',
    file: EARLIER_TRIES,
    search: 'if (again.length === 0) return batch;',
    replace: 'return batch;',
    killer: `${EARLIER_TRIES_TEST} › is cancelled if the first was delivered while the gateway`,
  },
  {
    name: 'claim-ignores-unread-reports',
    why: 'The report that the first message has arrived is stored, and its retry is sent before a worker reads it.',
    file: EARLIER_TRIES,
    search: '[id, ...triesOf(id)].some((one) => reported.has(one))',
    replace: 'reported.size < 0 && id.length > 0',
    killer: `${EARLIER_TRIES_TEST} › waits for stored reports`,
  },
  {
    name: 'doubt-ignores-earlier-tries',
    why: 'The answer to a retry is lost, the first message arrives, and the retry is submitted again.',
    file: 'src/operations/sms/dispatch/resolve.ts',
    search: 'delivered.has(id) || reported.has(id);',
    replace: 'delivered.size + reported.size < 0 && id.length > 0;',
    killer: `${EARLIER_TRIES_TEST} › is not sent after its answer was lost`,
  },
  {
    name: 'pause-does-not-wait-for-claims',
    why: 'The answer counts messages as waiting that a worker is about to give to the gateway.',
    file: 'src/operations/sms/campaigns/pause-campaign.ts',
    search: '    await outlastClaims(tx, campaignId);\n',
    replace: '',
    killer: `${PAUSE_TEST} › waits for a claim that is under way`,
  },
  {
    name: 'claim-does-not-wait-for-a-pause',
    why: 'A worker takes messages of a campaign whose pause has just been answered.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: "'FOR KEY SHARE'",
    replace: "''",
    killer: `${PAUSE_TEST} › is waited for by a claim`,
  },
  {
    name: 'pause-locks-its-campaign-without-changing-it',
    why: 'A claim that began before the pause gets the old row of the campaign, and takes its messages.',
    file: PAUSES,
    search: 'UPDATE campaigns SET paused_at = paused_at',
    replace: 'SELECT FROM campaigns',
    killer: `${PAUSE_TEST} › stops a claim that began before it and comes to the campaign after it`,
  },
  {
    name: 'retry-of-a-retry-forgets-the-first',
    why: 'A recipient whom the first message has reached gets it again.',
    file: 'src/db/sql/sms/campaigns/retries.ts',
    search: ' && !hasArrived(id)',
    replace: '',
    killer: `${RETRY_TEST} › of a retry leaves out those of which the first message has arrived`,
  },
];
