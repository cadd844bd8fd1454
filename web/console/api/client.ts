import { Client, cacheExchange, type Exchange, fetchExchange, type Operation, type OperationResult } from 'urql';
import { filter, makeSubject, merge, pipe, tap } from 'wonka';
import { tryConnection } from '../state/connection.js';
import { session } from '../state/viewer.js';

/** Calls the API with the cookie of the page, for one organisation; null: for the person alone. */
export function createApiClient(organisationId: string | null): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: {
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(organisationId && { 'x-organisation-id': organisationId }),
      },
    },
    exchanges: [cacheExchange, repeatOvertaken, repeatAfterSignIn, reloadAfterUpgrade, noteConnection, fetchExchange],
  });
}

const hasCode = ({ error }: OperationResult, code: string) =>
  error?.graphQLErrors.some(({ extensions }) => extensions.code === code) ?? false;

/**
 * Sends queries again whose answers a mutation has overtaken. The cache forgets what a mutation changes and asks for it
 * anew, but not for queries that are under way: their answers may be older than the mutation, and would stay.
 */
const repeatOvertaken: Exchange =
  ({ forward }) =>
  (operations) => {
    const underWay = new Set<number>();
    const overtaken = new Set<number>();
    const { source: repeated, next: repeat } = makeSubject<Operation>();
    return pipe(
      merge([operations, repeated]),
      tap(({ kind, key }) => {
        if (kind === 'query') underWay.add(key);
        if (kind === 'teardown') for (const keys of [underWay, overtaken]) keys.delete(key);
      }),
      forward,
      filter(({ operation, data }) => {
        if (operation.kind === 'mutation' && data) for (const key of underWay) overtaken.add(key);
        if (operation.kind !== 'query') return true;
        underWay.delete(operation.key);
        if (!overtaken.delete(operation.key)) return true;
        repeat(operation);
        return false;
      }),
    );
  };

/** Keeps calls that failed because the session has ended, and repeats them in the next one: nothing typed is lost. */
const repeatAfterSignIn: Exchange =
  ({ forward }) =>
  (operations) => {
    const waiting = new Map<number, Operation>();
    const { source: repeated, next: repeat } = makeSubject<Operation>();
    session.subscribe(() => {
      if (session.get() !== 'open') return;
      const operationsToRepeat = [...waiting.values()];
      waiting.clear();
      operationsToRepeat.forEach(repeat);
    });
    return pipe(
      merge([operations, repeated]),
      tap((operation) => operation.kind === 'teardown' && waiting.delete(operation.key)),
      forward,
      filter((result) => {
        if (!hasCode(result, 'UNAUTHENTICATED')) return true;
        waiting.set(result.operation.key, result.operation);
        session.set('ended');
        return false;
      }),
    );
  };

/** A server of another version has other documents: its page is loaded. */
const reloadAfterUpgrade: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      forward(operations),
      tap((result) => {
        if (hasCode(result, 'UNKNOWN_DOCUMENT')) loadNewVersion();
      }),
    );

const RELOADED_AT = 'postrider.reloaded';
const RELOAD_AT_MOST_EVERY_MS = 60_000;

/** Loads the page of a newer server. Not again and again while servers of two versions respond in turn. */
export function loadNewVersion(): void {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < RELOAD_AT_MOST_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
}

const receivedAt = new WeakMap<object, Date>();

/** When the server sent this data, which the cache may have returned again since. */
export const receivedAtOf = (data: object): Date | undefined => receivedAt.get(data);

const noteConnection: Exchange =
  ({ forward }) =>
  (operations) =>
    pipe(
      forward(operations),
      tap(({ data, error }) => {
        if (data) receivedAt.set(data, new Date());
        if (error?.networkError) void tryConnection();
      }),
    );
