import type { Evidence, Verdict } from './judge.js';

/** R1, R2, R6: what was answered is there, complete and once. */
export function judgeIntake({ ledger, messages, campaigns, stage }: Evidence): Verdict[] {
  const numbersOf = new Map<string, string[]>();
  for (const { campaignId, mobile } of messages) {
    if (campaignId === null) continue;
    const numbers = numbersOf.get(campaignId);
    if (numbers) numbers.push(mobile);
    else numbersOf.set(campaignId, [mobile]);
  }
  const isWhole = (id: string, numbers: readonly string[]) => numbersOf.get(id)?.join() === numbers.join();
  const answered = ledger.bulk.flatMap((call) =>
    call.served.map(({ body }) => ({ ...call, id: body.campaign_id as string })),
  );
  const times = Map.groupBy(
    campaigns.filter(({ retryOf }) => retryOf === null),
    ({ reference }) => reference,
  );
  const keyed = ledger.bulk.filter(({ key }) => key !== null);
  const singles = new Map(ledger.singles.map((single) => [single.messageId, single]));
  const stored = new Set(messages.map(({ id }) => id));
  const ofSingles = new Set(stage.customers.singles.map(({ organisationId }) => organisationId));
  const strangers = messages.filter(({ id, organisationId }) => ofSingles.has(organisationId) && !singles.has(id));
  return [
    {
      promise: 'R1',
      what: 'answered campaigns that are not complete, in the order of the call',
      against: answered.filter(({ id, numbers }) => !isWhole(id, numbers)).map(({ id }) => id),
    },
    {
      promise: 'R1',
      what: 'answered messages that are not there',
      against: [...singles.keys()].filter((id) => !stored.has(id)),
    },
    {
      promise: 'R2',
      what: 'campaigns with fewer or more rows than their total, answered or not',
      against: campaigns.filter(({ id, total }) => (numbersOf.get(id)?.length ?? 0) !== total).map(({ id }) => id),
    },
    {
      promise: 'R6',
      what: 'keys with more or fewer campaigns than one',
      against: keyed.filter(({ reference }) => times.get(reference)?.length !== 1).map(({ reference }) => reference),
    },
    {
      promise: 'R6',
      what: 'keys whose answers differ',
      against: keyed
        .filter(({ served }) => new Set(served.map(({ text }) => text)).size > 1)
        .map(({ reference }) => reference),
    },
    { promise: 'R6', what: 'messages that a repeated key has made', against: strangers.map(({ id }) => id) },
  ];
}
