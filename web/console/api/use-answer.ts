import { useLayoutEffect, useMemo, useRef } from 'react';
import { useQuery } from 'urql';
import { type Viewer, viewerStore, viewerWanted } from '../state/viewer.js';
import type { ById } from './documents.js';
import { type Failure, failureOf } from './failure.js';

/** What the server said to a query, and how things stand with it. */
export interface Answer<Data> {
  /** The last data, also while newer data is loaded or after that has failed. */
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  /** When the data came. */
  readonly at: Date | undefined;
  readonly reload: () => void;
}

interface AnswerOptions {
  /** The query waits as long as this is true. */
  readonly pause?: boolean;
}

/** Asks the server, and once more whenever a mutation of this page changes what was asked for. */
export function useAnswer<Data, Variables extends object>(
  query: ById<Data, Variables>,
  variables: Variables,
  { pause = false }: AnswerOptions = {},
): Answer<Data> {
  const [{ data, error, fetching, stale }, ask] = useQuery({ query, variables, pause });
  const at = useRef<{ readonly data: Data | undefined; readonly at: Date } | undefined>(undefined);
  if (data !== at.current?.data) at.current = { data, at: new Date() };

  // Before the answer is painted: what the viewer may do changes the same frame, and does not move it afterwards.
  useLayoutEffect(() => {
    const { viewer } = (data ?? {}) as { readonly viewer?: Viewer };
    const known = viewerStore.get();
    // Another person has signed in in another tab, and what stands on this page is not theirs.
    if (viewer && known && viewer.person?.id !== known.person?.id) location.reload();
    else if (viewer) viewerStore.set(viewer);
    else if (error && !known) viewerWanted.set(true);
  }, [data, error]);

  return useMemo(
    () => ({
      data,
      failure: error && !fetching ? failureOf(error) : undefined,
      isLoading: fetching || stale,
      at: data === undefined ? undefined : at.current?.at,
      reload: () => ask({ requestPolicy: 'network-only' }),
    }),
    [data, error, fetching, stale, ask],
  );
}
