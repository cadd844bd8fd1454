import type { CombinedError } from 'urql';
import { text } from '../texts/text.js';

/** Why a call failed, in the server's words if it was reached. */
export interface Failure {
  /** A code of the server, or `OFFLINE` if it was not reached, or `UNKNOWN` if something else answered. */
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
  readonly requestId: string | null;
}

/** Whether the server itself has not responded, so that the call is worth repeating when it can be reached. */
export const isUnreached = (failure: Failure | undefined): boolean =>
  failure?.code === 'OFFLINE' || failure?.code === 'UNKNOWN';

export function failureOf({ graphQLErrors, response }: CombinedError): Failure {
  const requestId = (response as Response | undefined)?.headers?.get('x-request-id') ?? null;
  const [first] = graphQLErrors;
  if (first) {
    const { code = 'UNKNOWN', retryAfterSeconds = null } = first.extensions;
    return {
      code: String(code),
      message: first.message,
      retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null,
      requestId,
    };
  }
  const code = response ? 'UNKNOWN' : 'OFFLINE';
  return { code, message: text.failures[code], retryAfterSeconds: null, requestId };
}
