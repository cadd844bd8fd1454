import type { Connection } from './connection.js';

/** A proxy that keeps responses back would let nothing through. */
const FIRST_RESULT_MS = 10_000;
/** The server writes at least every 12 seconds. */
const SILENCE_MS = 30_000;

/**
 * Yields the results of a GraphQL subscription, as server-sent events. It ends when the subscription ends, and also
 * when it cannot be had or breaks: the caller reads what it has missed by other calls, which tell the reason.
 */
export async function* subscribe<Data>(
  connection: Connection,
  payload: { readonly query: string; readonly variables: object },
  signal: AbortSignal | undefined,
): AsyncGenerator<Data, void, undefined> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  let timer = setTimeout(abort, FIRST_RESULT_MS);
  try {
    const call = {
      method: 'POST',
      path: '/graphql/stream',
      body: JSON.stringify(payload),
      accept: 'text/event-stream',
      isRepeatable: true,
    };
    const response = await connection.open(call, controller.signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return;
    let hasResult = false;
    for await (const text of framesOf(response.body)) {
      const { data, isLast } = readFrame(text);
      if (isLast) return;
      hasResult ||= data !== undefined;
      if (hasResult) {
        clearTimeout(timer);
        timer = setTimeout(abort, SILENCE_MS);
      }
      if (data !== undefined) yield data as Data;
    }
  } catch {
    // Broken: see above.
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    abort();
  }
}

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // A reader, since Safari has no `for await` over streams.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const frames = rest.split('\n\n');
    rest = frames.pop() as string;
    yield* frames;
  }
}

/** Comments, which keep the connection open, have neither. */
function readFrame(frame: string): { readonly data?: unknown; readonly isLast?: boolean } {
  const of = (field: string) =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${field}:`))
      ?.slice(field.length + 1)
      .trim();
  const event = of('event');
  if (event !== 'next') return { isLast: event === 'complete' };
  const { data, errors } = JSON.parse(of('data') ?? '') as { data?: unknown; errors?: unknown };
  return errors ? { isLast: true } : { data };
}
