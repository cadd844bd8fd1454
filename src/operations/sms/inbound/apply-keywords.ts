import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { Organisation } from '../../../db/sql/people/organisations.js';
import type { NewInboundMessage, OptRequest } from '../../../db/sql/sms/inbound/fold-inbound.js';
import type { NewConsentChange } from '../../../db/sql/sms/recipients/consent-changes.js';
import { suppress } from '../../../db/sql/sms/recipients/insert-suppressions.js';
import type { SecretKeys } from '../../../domain/secret-keys.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { STOP_WINS_SECONDS, wordsOf } from '../../../domain/sms/inbound/keywords.js';
import { recordKeywordChanges } from '../suppressions/record-consent.js';
import { liftByStart } from './lift-by-start.js';

/** What decides whether an inbound message opts its sender out or in. */
export type KeywordCandidate = Pick<
  NewInboundMessage,
  'id' | 'mobile' | 'keyword' | 'text' | 'own_number' | 'test' | 'received_at'
>;

/**
 * STOP suppresses the number of its sender for all senders of the organisation, for all messages or for promotional
 * ones, as its `stopScope` says. START ends what a STOP has made, and no other suppression.
 * Returns the ids of the messages that changed something.
 */
export async function applyKeywords(
  tx: OrganisationTx,
  secretKeys: SecretKeys,
  { stopScope }: Pick<Organisation, 'stopScope'>,
  messages: readonly KeywordCandidate[],
): Promise<ReadonlySet<string>> {
  const promotionalOnly = stopScope === 'promotional';
  const effective = new Set<string>();
  for (const [test, requests] of Map.groupBy(lastRequests(messages), (request) => request.test)) {
    const stops = requests.filter(({ keyword }) => keyword === 'stop');
    const starts = requests.filter(({ keyword }) => keyword === 'start');
    const added = await suppress(
      tx,
      'keyword',
      stops.map(({ mobile, word: reason }) => {
        return { mobile, senderId: '', deliveryCode: CODE_OF.UserInBlacklist, reason, test, promotionalOnly };
      }),
    );
    const suppressed = new Set(added.map(({ mobile }) => mobile));
    const lifted = await liftByStart(tx, secretKeys, { starts, test });
    const optIns = starts.filter(({ mobile }) => lifted.has(mobile));
    for (const { inbound_id: id } of [...stops.filter(({ mobile }) => suppressed.has(mobile)), ...optIns]) {
      effective.add(id);
    }
    await recordKeywordChanges(tx, [
      ...stops.map((stop) => ({ ...changeBy(stop), change: 'opted_out' as const, promotional_only: promotionalOnly })),
      ...optIns.map((start) => {
        return { ...changeBy(start), change: 'opted_in' as const, promotional_only: lifted.get(start.mobile) === true };
      }),
    ]);
  }
  return effective;
}

const changeBy = ({ keyword: _, ...request }: OptRequest): Omit<NewConsentChange, 'change'> => ({
  ...request,
  source: 'keyword',
});

/** The last request of each number, or a STOP that it does not undo. */
function lastRequests(messages: readonly KeywordCandidate[]): OptRequest[] {
  const requests = messages.flatMap((message) => requestIn(message) ?? []).toSorted((a, b) => timeOf(a) - timeOf(b));
  return [...Map.groupBy(requests, ({ mobile, test }) => `${mobile} ${test}`).values()].map((own) => {
    const last = own.at(-1) as OptRequest;
    const stop = own.findLast(
      (each) => each.keyword === 'stop' && timeOf(last) - timeOf(each) <= STOP_WINS_SECONDS * 1000,
    );
    return stop ?? last;
  });
}

const timeOf = (request: OptRequest): number => Date.parse(request.changed_at);

function requestIn(message: KeywordCandidate): OptRequest | null {
  const { id, mobile, keyword, text, own_number, test, received_at } = message;
  if (mobile === null || own_number === null || keyword === null || keyword === 'help') return null;
  return { mobile, keyword, word: wordsOf(text ?? ''), own_number, inbound_id: id, test, changed_at: received_at };
}
