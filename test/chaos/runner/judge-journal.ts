import type { JournalEntry } from '../../support/fleet/fleet.js';
import type { Evidence, Verdict } from './judge.js';
import { isDeliveredLate } from './retries.js';

/** R3, R10, R11: the journal of the gateways decides, and no word of ours may be against it. */
export function judgeJournal({ journal, messages, ledger, stage }: Evidence): Verdict[] {
  const { again, naive } = stage.customers;
  const controls = new Set([again.organisationId, naive.organisationId]);
  const guarded = journal.filter(({ organisationId }) => !controls.has(organisationId));
  const ours = messages.filter(({ organisationId }) => !controls.has(organisationId));
  const taken = new Set(guarded.map(({ messageId }) => messageId));
  const toDeliver = guarded.filter(({ isDelivered }) => isDelivered);
  const delivered = new Set(toDeliver.map(({ messageId }) => messageId));
  const statuses = new Map(ours.map(({ id, status }) => [id, status]));
  const said = (answer: 'yes' | 'no') =>
    ledger.singles.filter(({ cancel }) => cancel === answer).map((each) => each.messageId);
  const isCancelled = (id: string) => statuses.get(id) === 'cancelled';
  const ids = (wrong: typeof ours) => wrong.map(({ id }) => id);
  return [
    {
      promise: 'R3',
      what: 'messages of which one attempt was accepted twice',
      against: repeated(guarded, 'reference'),
    },
    {
      promise: 'R3',
      what: 'messages to numbers that had been sent to',
      against: repeated(
        guarded.filter(({ to }) => !isDeliveredLate(to)),
        'to',
      ),
    },
    {
      promise: 'R3',
      what: 'messages that were taken again although no report says that they failed',
      against: repeated(toDeliver, 'messageId'),
    },
    {
      promise: 'R4',
      what: 'messages that were delivered and are not told to be, or the reverse',
      against: ids(ours.filter(({ id, status }) => delivered.has(id) !== (status === 'delivered'))),
    },
    {
      promise: 'R4',
      what: 'messages without an outcome',
      against: ids(ours.filter(({ id, status }) => !isOutcome(status, taken.has(id)))),
    },
    {
      promise: 'R10',
      what: 'cancelled messages that are in the journal',
      against: ids(ours.filter(({ id, status }) => status === 'cancelled' && taken.has(id))),
    },
    {
      promise: 'R11',
      what: 'messages told to be cancelled that are not',
      against: said('yes').filter((id) => !isCancelled(id)),
    },
    { promise: 'R11', what: 'messages told to have left that were cancelled', against: said('no').filter(isCancelled) },
  ];
}

function isOutcome(status: string, isTaken: boolean): boolean {
  return ['delivered', 'failed', 'cancelled'].includes(status) || (isTaken && status === 'undelivered');
}

/** The messages of all entries but the first with the same value. */
export function repeated(entries: readonly JournalEntry[], field: 'reference' | 'messageId' | 'to'): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => seen.size === seen.add(entry[field]).size).map(({ messageId }) => messageId);
}
