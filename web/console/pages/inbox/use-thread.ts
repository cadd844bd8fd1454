import { useState } from 'react';
import { useAnswer } from '../../api/use-answer.js';
import { Conversation, type ConversationQuery, EarlierEntries } from '../../generated/documents.js';

const PAGE_ENTRIES = 30;

type Entries = NonNullable<ConversationQuery['conversation']>['entries'];

/** A conversation with its newest messages, which are read again, and earlier ones, which are read page by page. */
export function useThread(id: string) {
  const [after, setAfter] = useState<string | null>(null);
  const answer = useAnswer(Conversation, { id, first: PAGE_ENTRIES });
  const earlier = useAnswer(EarlierEntries, { id, first: PAGE_ENTRIES, after: after ?? '' }, { pause: after === null });
  const [known, setKnown] = useState<Known>({ newest: undefined, earlier: undefined, entries: undefined });
  const pages = { newest: answer.data?.conversation?.entries, earlier: earlier.data?.conversation?.entries };
  if (pages.newest !== known.newest || pages.earlier !== known.earlier) {
    setKnown({ ...pages, entries: merged(known, pages) });
  }
  const end = known.entries?.pageInfo;
  return {
    answer,
    entries: known.entries?.nodes ?? [],
    hasEarlier: end?.hasNextPage ?? false,
    isLoadingEarlier: after !== null && earlier.isLoading,
    loadEarlier: () => setAfter(end?.endCursor ?? null),
  };
}

interface Pages {
  /** The newest page. */
  readonly newest: Entries | undefined;
  /** The page that was asked for last. */
  readonly earlier: Entries | undefined;
}

interface Known extends Pages {
  /** All that was read, newest first, with the end of the earliest page. */
  readonly entries: Entries | undefined;
}

function merged(known: Known, { newest, earlier }: Pages): Entries | undefined {
  let { entries } = known;
  if (newest && newest !== known.newest) entries = withNewest(entries, newest);
  if (entries && earlier && earlier !== known.earlier) {
    entries = { ...earlier, nodes: [...missingIn(earlier, entries.nodes), ...earlier.nodes] };
  }
  return entries;
}

/** What was known is dropped if messages may be missing between it and the newest page. */
function withNewest(known: Entries | undefined, newest: Entries): Entries {
  const rest = missingIn(newest, known?.nodes ?? []);
  const meets = rest.length < (known?.nodes.length ?? 0);
  if (!known || !meets || !newest.pageInfo.hasNextPage) return newest;
  return { ...known, nodes: [...newest.nodes, ...rest] };
}

function missingIn({ nodes }: Entries, others: Entries['nodes']): Entries['nodes'] {
  const ids = new Set(nodes.map(({ messageId }) => messageId));
  return others.filter(({ messageId }) => !ids.has(messageId));
}
