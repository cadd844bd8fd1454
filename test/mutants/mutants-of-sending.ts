import type { Mutant } from './mutant.js';

const SINGLES_FIRST = 'test/operations/dispatch/singles-first.slow.test.ts';

/** Intake, claim, submission, settlement. */
export const SENDING_MUTANTS: readonly Mutant[] = [
  {
    name: 'claim-ignores-phase',
    why: 'A worker submits messages that were cancelled or submitted already.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: 'CASE WHEN m.phase <> ALL (:phases::sms_phase[]) THEN false',
    replace: 'CASE WHEN :phases::sms_phase[] IS NULL THEN false',
    killer: 'test/operations/campaigns/cancel-and-reschedule.test.ts › a campaign before it starts completes it',
  },
  {
    name: 'claim-ignores-suppression',
    why: 'People who opted out after intake still get the message.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: 'AND (NOT s.test OR m.test)\n',
    replace: 'AND false\n',
    killer:
      'test/operations/suppressions/suppression.test.ts › a number that is suppressed after intake is not sent to, and that spends no attempt',
  },
  {
    name: 'claim-takes-codes-for-news',
    why: 'A person who has had enough of news gets no code and no reminder either.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: 'AND (NOT s.promotional_only OR m.promotional)\n',
    replace: '\n',
    killer:
      'test/operations/suppressions/category.test.ts › blocks news that were accepted before it, when a worker claims them, and nothing else',
  },
  {
    name: 'suppression-narrowed',
    why: 'A person whom nobody may write to is written to again, because somebody has suppressed the number for news.',
    file: 'src/db/sql/sms/recipients/insert-suppressions.ts',
    search: 'AND (s.promotional_only OR s.test <> excluded.test)',
    replace: '',
    killer: 'test/operations/suppressions/category.test.ts › that is stored as ',
  },
  {
    name: 'submit-before-commit',
    why: 'A worker that dies in the call leaves messages that look as if they were never submitted: they are sent twice.',
    file: 'src/operations/sms/dispatch/turn.ts',
    search: 'if (!lease.isAccountPaused) return { lease, batch: await claimBatch(tx, services, configured, lease) };',
    replace: `if (!lease.isAccountPaused) {
      const batch = await claimBatch(tx, services, configured, lease);
      const early = await submitBatch(services, configured, turn.organisationId, batch, lease.endsAtMs);
      return { lease, batch: { ...batch, early } };
    }`,
    also: [
      {
        file: 'src/operations/sms/dispatch/turn.ts',
        search: 'const submission = await submitBatch(',
        replace: 'const submission = batch.early ?? await submitBatch(',
      },
    ],
    killer:
      'test/operations/dispatch/overlapping-batches.test.ts › are claimed, and the claim is committed, before the gateway is called',
  },
  {
    name: 'campaigns-go-before-singles',
    why: 'A one-time code waits for the newsletters of its organisation.',
    file: 'src/domain/sms/priority.ts',
    search: 'URGENT_LEASES_IN_A_ROW ? PRIORITIES.toReversed() : PRIORITIES;',
    replace: 'URGENT_LEASES_IN_A_ROW ? PRIORITIES : PRIORITIES.toReversed();',
    killer: `${SINGLES_FIRST} › goes before retries of campaigns`,
  },
  {
    name: 'turn-of-a-campaign-goes-on',
    why: 'A one-time code waits until a worker has sent five hundred messages of a campaign.',
    file: 'src/operations/sms/dispatch/turn.ts',
    search: 'lease.isOvertaken || performance.now()',
    replace: 'performance.now()',
    also: [
      {
        file: 'src/operations/sms/dispatch/turn.ts',
        search: 'if (confirmed.isOvertaken) return',
        replace: 'if (lease.endsAtMs < 0) return',
      },
    ],
    killer: `${SINGLES_FIRST} › ends the turn of a campaign after its batch`,
  },
  {
    name: 'campaigns-leave-no-unit-of-the-pace',
    why: 'A one-time code finds the pace of its gateway used up by campaigns, again and again.',
    file: 'src/operations/sms/dispatch/claim.ts',
    search: 'isUrgent(priority) || burstOf(ratePerSecond) < 2 ? allowance : allowance - 1;',
    replace: 'isUrgent(priority) ? allowance : allowance;',
    killer: `${SINGLES_FIRST} › finds a unit of the pace that campaigns have left`,
  },
  {
    name: 'lease-not-checked-before-the-next-claim',
    why: 'A worker that slept too long goes on with messages that another worker has leased since.',
    file: 'src/db/sql/sms/dispatch/leases.ts',
    search: 'FROM sms_due d WHERE organisation_id = :organisationId AND lease_id = :leaseId FOR UPDATE',
    replace: 'FROM sms_due d WHERE organisation_id = :organisationId AND :leaseId::uuid IS NOT NULL FOR UPDATE',
    killer:
      'test/operations/dispatch/overlapping-batches.test.ts › end, and leave the agenda alone, when another worker has leased the rest meanwhile',
  },
  {
    name: 'lease-not-checked-at-settle',
    why: 'A worker that settles late takes the row off the agenda that another worker has leased since.',
    file: 'src/db/sql/sms/dispatch/leases.ts',
    search: 'AND id = ANY (:rowIds::uuid[]) AND lease_id = :leaseId`',
    replace: 'AND id = ANY (:rowIds::uuid[]) AND :leaseId::uuid IS NOT NULL`',
    killer:
      'test/operations/dispatch/overlapping-batches.test.ts › end, and leave the agenda alone, when another worker has leased the rest meanwhile',
  },
  {
    name: 'verdict-ignores-phase',
    why: 'A late answer or a cancel changes a message that another process has moved on.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'CASE WHEN m.phase <> ALL (:phases::sms_phase[]) THEN false',
    replace: 'CASE WHEN :phases::sms_phase[] IS NULL THEN false',
    killer: 'test/operations/dispatch/lost-answers.test.ts › what the dead worker had not claimed yet goes on at once',
  },
  {
    name: 'verdict-ignores-attempt',
    why: 'The late answer to an earlier attempt ends a message whose next attempt is under way.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'WHEN m.attempt <> :attempt::smallint THEN false',
    replace: 'WHEN :attempt::smallint = -1 THEN false',
    killer:
      'test/operations/dispatch/frozen-worker.test.ts › says nothing about the attempt that is under way after its own',
  },
  {
    name: 'event-not-written',
    why: 'Webhooks, the feed and subscriptions never hear of a change.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: '...moved.map((group) => eventOf(group, idsOf(group))),',
    replace: '',
    killer:
      'test/operations/dispatch/frozen-worker.test.ts › says nothing about the attempt that is under way after its own',
  },
  {
    name: 'count-not-written',
    why: 'The counts of a campaign drift from its messages.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'WHERE p.organisation_id = :organisationId AND p.campaign_id = d.campaign_id\n',
    replace: 'WHERE p.organisation_id = :organisationId AND p.campaign_id = d.campaign_id AND p.queued < 0\n',
    killer: 'test/operations/campaigns/cancel-and-reschedule.test.ts › a campaign: what has not left is cancelled',
  },
  {
    name: 'batcher-does-not-wait-for-the-group-ahead',
    why: 'Groups of an organisation wait for one another in PostgreSQL instead, and are half as large.',
    file: 'src/lib/async/batcher.ts',
    search: 'this.ahead === null && ',
    replace: '',
    killer: 'test/operations/send/sends-together.test.ts › share the next one',
  },
  {
    name: 'idempotency-answer-apart-from-the-work',
    why: 'The work is rolled back and its answer stays: the caller who repeats the call is told that it was done.',
    file: 'src/operations/kernel/once.ts',
    search: '  { caller }: Context,\n  name: string,\n  input: KeyedInput,\n  work',
    replace: '  { caller, db }: Context,\n  name: string,\n  input: KeyedInput,\n  work',
    also: [
      {
        file: 'src/operations/kernel/once.ts',
        search: 'return onceByKey(tx, keyOf(caller, name, input), work);',
        replace:
          'return db.inOrganisation(caller.organisationId, (own) => onceByKey(own, keyOf(caller, name, input), work));',
      },
    ],
    killer: 'test/operations/send/once.test.ts › whose transaction came to nothing has no stored answer',
  },
  {
    name: 'duplicates-sent-twice',
    why: 'A number that stands twice in one bulk call gets the message twice.',
    file: 'src/domain/sms/recipients.ts',
    search: 'if (firstPlace !== undefined) {',
    replace: 'if (firstPlace === -1) {',
    killer: 'test/domain/recipients.test.ts › a number that stands there twice, however written, is sent to once',
  },
  {
    name: 'retry-off-by-one',
    why: 'A refused message is submitted once more than its rule allows.',
    file: 'src/domain/sms/verdict.ts',
    search: 'if (rule && attempt < rule.attempts) {',
    replace: 'if (rule && attempt <= rule.attempts) {',
    killer: 'test/domain/outcomes.test.ts › the second never',
  },
  {
    name: 'later-refusal-is-the-whole-answer',
    why: 'A long text of which the centre has the first part is sent again from the start, or is cancelled although a part has left.',
    file: 'src/gateways/sms/smpp/submit.ts',
    search: "if (code !== null) return { ...answer, outcome: { kind: 'accepted', refusedRest: code } };",
    replace: 'if (code !== null) return answer;',
    killer: 'test/gateways/smpp/texts.test.ts › is handed over if the centre refuses a later part with the status',
  },
  {
    name: 'refused-rest-not-settled',
    why: 'A message of which a part was refused stays sent, and its recipient is not suppressed.',
    file: 'src/operations/sms/dispatch/settle.ts',
    search: 'await endRefusedRests(tx, judged, submission.answers, settings);',
    replace: '',
    killer: 'test/operations/send/odd-answers.test.ts › is sent and then undelivered, and never sent again',
  },
  {
    name: 'cancel-of-dispatched-accepted',
    why: 'The caller is told that a message was cancelled that the gateway may have.',
    file: 'src/operations/sms/messages/cancel-message.ts',
    search: "if (before.handed_over) throw new PostriderError('already_dispatched');",
    replace: '',
    killer: 'test/operations/dispatch/lost-answers.test.ts › that may have it cannot be made to forget it',
  },
  {
    name: 'hold-never-expires',
    why: 'Messages held for credit stay held for ever instead of failing.',
    file: 'src/operations/sms/dispatch/expire.ts',
    search: "const phase = purpose === 'hold' ? 'paused' : 'waiting_report';",
    replace: "const phase = 'waiting_report';",
    killer:
      'test/operations/dispatch/held-and-resumed.test.ts › fail with 405 when credit does not come back in time, and are not sent any more',
  },
  {
    name: 'test-key-reaches-a-live-gateway',
    why: 'What a test key sends arrives at real phones and costs money.',
    file: 'src/domain/sms/routing.ts',
    search: 'if (test) return { always: SANDBOX_GATEWAY, firstFor: () => SANDBOX_GATEWAY };',
    replace: '',
    killer: 'test/domain/routing.test.ts › test messages go to the sandbox, whatever is configured',
  },
  {
    name: 'no-fairness-between-organisations',
    why: "One organisation's large campaign keeps the messages of all others waiting.",
    file: 'src/workers/rotation.ts',
    search: 'ring.push(',
    replace: 'ring.unshift(',
    killer: 'test/workers/pacing.test.ts › gives everybody who waits a turn before anybody gets a second one',
  },
  {
    name: 'preview-not-kept',
    why: 'A campaign leaves although other recipients, gateways or costs than its preview has shown follow from it.',
    file: 'src/domain/sms/preview-token.ts',
    search: 'if (changes.length > 0) throw new PreviewChangedError(changes);',
    replace: '',
    killer: 'test/api/preview-token.test.ts › is refused for',
  },
  {
    name: 'preview-of-anyone',
    why: 'A campaign leaves as somebody else, or another organisation, has previewed it.',
    file: 'src/domain/sms/preview-token.ts',
    search: '[organisationId, actor.kind, actor.id]',
    replace: '[]',
    killer: 'test/api/preview-token.test.ts › is as good as forged for',
  },
  {
    name: 'preview-token-sends-twice',
    why: 'A button that is pressed twice sends a campaign twice.',
    file: 'src/operations/sms/send/send-bulk-sms.ts',
    search: 'return { key: keyOfPreview(caller, text, inputHash), requireSame };',
    replace: 'return { key, requireSame };',
    killer: 'test/api/preview-token.test.ts › sends once if a button is pressed ten times',
  },
  {
    name: 'preview-token-replays-to-anyone',
    why: 'Another key with a token that it found reads the campaign of its maker.',
    file: 'src/operations/sms/send/send-bulk-sms.ts',
    search: 'requirePreviewOf(presented, inputHash);',
    replace: '',
    killer: 'test/api/preview-token.test.ts › gives a campaign to nobody else who has its token',
  },
  {
    name: 'preview-token-hashed',
    why: 'A send that is repeated without its token, or with that of a later preview, is refused instead of answered.',
    file: 'src/operations/kernel/once.ts',
    search: "name !== 'previewToken' && (",
    replace: '(',
    killer: 'test/api/preview-token.test.ts › is no part of what an idempotency key stands for',
  },
];
