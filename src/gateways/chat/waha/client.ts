import { type Call, createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import type { WahaOptions } from './options.js';

export type CallWaha = (
  method: Call['method'],
  path: string,
  extra?: { readonly body?: unknown; readonly signal?: AbortSignal; readonly maxAnswerBytes?: number },
) => Promise<Exchange>;

export function createWahaClient({ baseUrl, apiKey, callbackSecret, timeoutMs }: WahaOptions): CallWaha {
  const calls = createCalls();
  return async (method, path, { body, signal = AbortSignal.timeout(timeoutMs), ...limits } = {}) => {
    const exchanged = await calls.call({
      method,
      url: baseUrl + path,
      headers: { 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      // "The session is not connected" and "this will never do" have the same status, 422.
      readsRefusals: true,
      ...limits,
    });
    if (exchanged.kind !== 'answered' || isSuccess(exchanged.status)) return exchanged;
    return { ...exchanged, body: withoutWords(exchanged.body, [apiKey, callbackSecret]) };
  };
}

/** Refusals may quote the request, and with it the secrets that stand there. */
function withoutWords(json: unknown, secrets: readonly string[]): unknown {
  if (json === undefined) return undefined;
  const text = JSON.stringify(json, (_key, value) =>
    typeof value === 'string' ? secrets.reduce((words, secret) => words.replaceAll(secret, '#'), value) : value,
  );
  return JSON.parse(text);
}
