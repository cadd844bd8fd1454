import { useEffect, useEffectEvent, useState } from 'react';
import { type Client, CombinedError, useClient } from 'urql';
import type { CsvRecord } from '../../../../../src/lib/csv.js';
import { type Failure, failureOf } from '../../../api/failure.js';
import { useReturn } from '../../../api/use-answer.js';
import { FailedRecipients, type FailedRecipientsQuery } from '../../../generated/documents.js';
import { listOf, type NumberList } from '../../../parts/lists/number-list.js';
import { FailureNote } from '../../../parts/panel.js';
import type { Draft } from '../draft.js';
import { words } from '../texts.js';

interface FailedStepProps {
  readonly campaignId: string;
  readonly onLoaded: (list: NumberList | null, source: string, changes: Partial<Draft>) => void;
}

/** Takes what failed of a campaign as the list, with its sender, category, and text or those of the recipients. */
export function FailedStep({ campaignId, onLoaded }: FailedStepProps) {
  const { loaded, failure, retry } = useFailedOf(campaignId, (campaign, records) => {
    const heading = { line: 1, fields: [words.from.number, words.from.reference, words.from.text] };
    const list = records.length > 0 ? listOf([heading, ...records], { hasHeading: true, numberAt: 0 }) : null;
    if (!campaign || !list) return onLoaded(null, '', {});
    const isShared = records.every(({ fields }) => fields[TEXT_AT] === campaign.text);
    const text = isShared ? (campaign.text ?? '') : `{{${words.from.text}}}`;
    onLoaded(list, words.from.source(campaign.name ?? words.from.unnamed), { text, ...settingsOf(campaign) });
  });
  if (failure) return <FailureNote failure={failure} onRetry={retry} />;
  return <p role="status">{words.from.loading(loaded)}</p>;
}

const TEXT_AT = 2;

const settingsOf = ({ senderId, category, test }: FailedCampaign): Partial<Draft> => ({
  senderId: senderId ?? '',
  category,
  isTest: test,
});

type FailedCampaign = NonNullable<FailedRecipientsQuery['campaign']>;

interface FailedOf {
  readonly loaded: number;
  readonly failure: Failure | undefined;
  readonly retry: () => void;
}

/** Loads those of a campaign that the text did not reach, page by page, as the records of a list. */
function useFailedOf(
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

const ROWS_PER_PAGE = 500;

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
  const numbers = (messages?.nodes ?? []).filter(({ to }) => to !== null);
  return numbers.map(({ to, reference, text }, at) => ({
    line: before + at + 2,
    fields: [to ?? '', reference ?? '', text ?? ''],
  }));
}
