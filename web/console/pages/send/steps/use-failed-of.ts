import { useEffect, useEffectEvent, useState } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import type { CsvRecord } from '../../../../../src/lib/csv.js';
import { type Failure, failureOf } from '../../../api/failure.js';
import { useReturn } from '../../../api/use-return.js';
import { FailedRecipients, type FailedRecipientsQuery } from '../../../generated/documents.js';

export type FailedCampaign = NonNullable<FailedRecipientsQuery['campaign']>;

interface FailedOf {
  /** How many numbers have come so far. */
  readonly loaded: number;
  readonly failure: Failure | undefined;
  readonly retry: () => void;
}

/** Loads those of a campaign that the text did not reach, page by page, as the records of a list. */
export function useFailedOf(
  campaignId: string,
  onLoaded: (campaign: FailedCampaign | null, records: readonly CsvRecord[]) => void,
): FailedOf {
  const client = useClient();
  const [loaded, setLoaded] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const finish = useEffectEvent(onLoaded);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Another attempt begins anew.
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const records: CsvRecord[] = [];
      let campaign: FailedCampaign | null = null;
      for await (const page of pagesOf(client, campaignId)) {
        if (isOver) return;
        campaign = page;
        records.push(...recordsOf(page, records.length));
        setLoaded(records.length);
      }
      finish(campaign, records);
    };
    setFailure(undefined);
    load().catch((error: unknown) => {
      if (!(error instanceof CombinedError)) throw error;
      setFailure(failureOf(error));
    });
    return () => {
      isOver = true;
    };
  }, [client, campaignId, attempt]);

  const retry = () => setAttempt(attempt + 1);
  return { loaded, failure: useReturn(failure, retry), retry };
}

const ROWS_PER_PAGE = 1_000;

async function* pagesOf(client: Client, id: string): AsyncGenerator<FailedCampaign, void> {
  let after: string | null = null;
  do {
    const variables: { id: string; first: number; after: string | null } = { id, first: ROWS_PER_PAGE, after };
    const { data, error } = await client.query(FailedRecipients, variables, { requestPolicy: 'network-only' });
    if (error) throw error;
    if (!data?.campaign?.messages) return;
    yield data.campaign;
    const { hasNextPage, endCursor } = data.campaign.messages.pageInfo;
    after = hasNextPage ? endCursor : null;
  } while (after !== null);
}

/** Numbers are removed some time after the campaign. The heading of the list has the first line. */
function recordsOf({ messages }: FailedCampaign, before: number): CsvRecord[] {
  const numbers = (messages?.nodes ?? []).filter(({ mobile }) => mobile !== null);
  return numbers.map(({ mobile, reference }, at) => ({
    line: before + at + 2,
    fields: [mobile ?? '', reference ?? ''],
  }));
}
