import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import type { Answer } from '../api/use-answer.js';
import { text } from '../texts/text.js';

/** Says words that have changed since the page was opened, to people who do not see it. */
export function News({ words }: { readonly words: string }) {
  const [first] = useState(words);
  return (
    <span role="status" className="visually-hidden">
      {words === first ? '' : words}
    </span>
  );
}

export interface Listed {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

export const newsOf = ({ nodes, pageInfo }: Listed): string =>
  nodes.length > 0 ? text.list.shown(nodes.length, pageInfo.hasNextPage) : text.list.nothing;

interface ListNewsProps {
  readonly answer: Pick<Answer<unknown>, 'isLoading' | 'failure'>;
  readonly news: string;
}

/** Tells people who do not see it what a list has after its filter or its page was changed in the address. */
export function ListNews({ answer: { isLoading, failure }, news }: ListNewsProps) {
  const search = useSearch();
  const asked = useRef({ search, isAwaited: false });
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (asked.current.search !== search) {
      // What does not change the question, such as a dialog, is no news.
      asked.current = { search, isAwaited: isLoading };
      setSaid('');
    }
    if (!asked.current.isAwaited || isLoading) return;
    asked.current.isAwaited = false;
    if (!failure) setSaid(news);
  }, [search, isLoading, failure, news]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}
