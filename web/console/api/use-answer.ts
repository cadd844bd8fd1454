import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { returns } from '../state/connection.js';
import { useStore } from '../state/store.js';
import { type Viewer, viewerStore, viewerWanted } from '../state/viewer.js';
import { receivedAtOf } from './client.js';
import type { ById } from './documents.js';
import { type Failure, failureOf, isUnreached } from './failure.js';

/** What the server said to a query, and how things stand with it. */
export interface Answer<Data> {
  /** The last data, also while newer data is loaded or after that has failed. */
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  readonly at: Date | undefined;
  readonly reload: () => void;
}

interface AnswerOptions {
  readonly pause?: boolean;
}

/** Asks the server, and once more whenever a mutation of this page changes what was asked for. */
export function useAnswer<Data extends object, Variables extends object>(
  query: ById<Data, Variables>,
  variables: Variables,
  { pause = false }: AnswerOptions = {},
): Answer<Data> {
  const [{ data: answered, error, fetching, stale }, ask] = useQuery({ query, variables, pause });
  const { data, failure: known } = useKept(JSON.stringify(variables), { answered, error, fetching });
  const failure = useReturn(known, () => ask({ requestPolicy: 'network-only' }));

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
      failure,
      isLoading: fetching || stale,
      at: data && receivedAtOf(data),
      reload: () => ask({ requestPolicy: 'network-only' }),
    }),
    [data, failure, fetching, stale, ask],
  );
}

interface Asked<Data> {
  readonly answered: Data | undefined;
  readonly error: CombinedError | undefined;
  readonly fetching: boolean;
}

/**
 * The client forgets what it knew when a newer answer fails. Here both stay until the question is answered again: what
 * is on the screen, unless the person may no longer see it, and why it is old.
 */
function useKept<Data>(question: string, { answered, error, fetching }: Asked<Data>) {
  const kept = useRef<{ readonly question: string; readonly data: Data; failure?: Failure | undefined }>(undefined);
  const refusal = useMemo(() => (error && !fetching ? failureOf(error) : undefined), [error, fetching]);
  // While another question is asked, the client returns the answer to the one before.
  if (!fetching && answered !== undefined) kept.current = { question, data: answered };
  const known = kept.current?.question === question ? kept.current : undefined;
  if (answered !== undefined || !known || refusal?.code === 'FORBIDDEN') return { data: answered, failure: refusal };
  if (refusal) known.failure = refusal;
  return { data: known.data, failure: known.failure };
}

/** Repeats a call that did not reach the server, once it can be reached. Returns the failure until then. */
export function useReturn(failure: Failure | undefined, repeat: () => void): Failure | undefined {
  const count = useStore(returns);
  const failed = useRef({ failure, count });
  if (failed.current.failure !== failure) failed.current = { failure, count };
  const isOver = isUnreached(failure) && failed.current.count !== count;
  const onReturn = useEffectEvent(repeat);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each return is worth a call, until one is answered.
  useEffect(() => {
    if (isOver) onReturn();
  }, [isOver, count]);
  return isOver ? undefined : failure;
}
