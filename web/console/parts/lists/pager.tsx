import type { ReactNode } from 'react';
import { text } from '../../texts/text.js';
import { Button } from '../forms/buttons.js';
import { useAddress } from '../use-address.js';
import { NothingFound } from './empty.js';

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

/** The page of a list that the address names, as arguments of its field. */
export function usePageArguments(size: number) {
  const { parameters } = useAddress();
  const before = parameters.get('before');
  if (before) return { last: size, before };
  return { first: size, after: parameters.get('after') };
}

/** Previous and Next by cursor. Nothing for a list that fits on one page. */
export function Pager({ pageInfo, count }: { readonly pageInfo: PageInfo; readonly count: number }) {
  const { change } = useAddress();
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;
  return (
    <nav className="pager" aria-label={text.list.pages}>
      <p className="quiet">{text.list.shown(count, hasNextPage)}</p>
      <Button disabled={!hasPreviousPage} onClick={() => change({ before: startCursor, after: null, row: null })}>
        {text.list.previous}
      </Button>
      <Button disabled={!hasNextPage} onClick={() => change({ after: endCursor, before: null, row: null })}>
        {text.list.next}
      </Button>
    </nav>
  );
}

interface PagedProps {
  readonly list: { readonly nodes: readonly unknown[]; readonly pageInfo: PageInfo };
  /** The address without the filter; missing if there is no filter. */
  readonly unfiltered?: string | undefined;
  /** Stands in for a list that is empty without a filter. */
  readonly none: ReactNode;
  readonly children: ReactNode;
}

/** A page of a list, or why it is empty. */
export function Paged({ list: { nodes, pageInfo }, unfiltered, none, children }: PagedProps) {
  if (nodes.length === 0 && !pageInfo.hasNextPage) {
    return unfiltered === undefined ? none : <NothingFound unfiltered={unfiltered} />;
  }
  return (
    <>
      {children}
      <Pager pageInfo={pageInfo} count={nodes.length} />
    </>
  );
}
