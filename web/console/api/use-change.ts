import { useCallback, useEffect, useState } from 'react';
import { useMutation } from 'urql';
import { offlineSince } from '../state/connection.js';
import { useStore } from '../state/store.js';
import type { ById } from './documents.js';
import { type Failure, failureOf, isUnreached } from './failure.js';

/**
 * A key under which the server does a thing once. Browsers offer `randomUUID` only to pages with TLS, which a console
 * on a LAN may not have.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An error about the input, as every mutation returns it. */
export interface UserError {
  readonly code: string;
  readonly message: string;
  readonly path: readonly string[];
}

interface Payload {
  readonly userErrors: readonly UserError[];
}

export interface Change<Data, Variables> {
  /** Returns the data if the change was made; otherwise `failure` or `userErrors` say why not. */
  readonly run: (variables: Variables) => Promise<Data | undefined>;
  readonly isRunning: boolean;
  /** Whether the last run made the change. */
  readonly isDone: boolean;
  readonly failure: Failure | undefined;
  readonly userErrors: readonly UserError[];
  readonly forget: () => void;
}

interface Outcome {
  readonly isDone?: boolean;
  readonly failure?: Failure;
  readonly userErrors: readonly UserError[];
}

const NOTHING_WRONG: Outcome = { userErrors: [] };

/**
 * A mutation with one root field, its progress and its errors. After an outage it forgets that the server could not be
 * reached, unless `keepsFailure` is set: the person has to know that the change may have been made.
 */
export function useChange<Data extends object, Variables extends object>(
  mutation: ById<Data, Variables>,
  { keepsFailure = false } = {},
): Change<Data, Variables> {
  const [{ fetching }, execute] = useMutation(mutation);
  const [{ isDone = false, failure, userErrors }, setOutcome] = useState(NOTHING_WRONG);
  const run = useCallback(
    async (variables: Variables) => {
      setOutcome(NOTHING_WRONG);
      const { data, error } = await execute(variables);
      if (error || !data) {
        setOutcome(error ? { failure: failureOf(error), userErrors: [] } : NOTHING_WRONG);
        return undefined;
      }
      const refused = userErrorsOf(data);
      const isMade = refused.length === 0;
      setOutcome({ isDone: isMade, userErrors: refused });
      return isMade ? data : undefined;
    },
    [execute],
  );
  const isOffline = useStore(offlineSince) !== null;
  useEffect(() => {
    if (!isOffline && !keepsFailure) setOutcome((last) => (isUnreached(last.failure) ? NOTHING_WRONG : last));
  }, [isOffline, keepsFailure]);
  const forget = useCallback(() => setOutcome(NOTHING_WRONG), []);
  return { run, isRunning: fetching, isDone, failure, userErrors, forget };
}

function userErrorsOf(data: object): readonly UserError[] {
  const payloads = Object.values(data).filter((one): one is Payload => typeof one === 'object' && one !== null);
  return payloads.flatMap(({ userErrors = [] }) => userErrors);
}
