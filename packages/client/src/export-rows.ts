import { readAnswer } from './answers.js';
import { type BodyOf, callOperation } from './api.js';
import type { Connection, HttpCall } from './connection.js';
import { PostriderError } from './errors.js';
import { ROUTES } from './generated/rest.js';
import type { CallOptions } from './options.js';
import { aborted, sleep, waitBefore } from './retries.js';

/** A row of an export, with the names of the REST API. Its last property is where a download goes on. */
export type ExportRow = Readonly<Record<string, unknown>>;

export type ExportedRows = Omit<BodyOf<'createExportLink'>, 'format'>;

const MAX_RETRIES = 3;

/** Yields rows as they come. A download that breaks goes on after the last one. */
export async function* readExport(
  connection: Connection,
  rows: ExportedRows,
  options: CallOptions = {},
): AsyncGenerator<ExportRow, void, undefined> {
  const { signal = new AbortController().signal, maxRetries = MAX_RETRIES } = options;
  const { url } = await callOperation(connection, 'createExportLink', { body: { ...rows, format: 'jsonl' } }, options);
  const { method, path } = ROUTES.downloadExport;
  const { searchParams } = new URL(url);
  for (let failures = 0; ; failures += 1) {
    try {
      const call = { method, path: `${path}?${searchParams}`, accept: '*/*', isRepeatable: true };
      for await (const line of linesOf(await open(connection, call, signal))) {
        const row = JSON.parse(line) as ExportRow;
        searchParams.set('after', String(Object.values(row).at(-1)));
        failures = 0;
        yield row;
      }
      return;
    } catch (cause) {
      await sleep(waitAfter(cause, failures, { signal, maxRetries }), signal);
    }
  }
}

/** Throws if the download is not to go on. */
function waitAfter(
  cause: unknown,
  failures: number,
  { signal, maxRetries }: { readonly signal: AbortSignal; readonly maxRetries: number },
): number {
  if (signal.aborted) throw aborted(signal);
  const error = cause instanceof PostriderError ? cause : broken(cause);
  const wait = failures < maxRetries ? waitBefore(failures, error) : null;
  if (wait === null) throw error;
  return wait;
}

async function open(connection: Connection, call: HttpCall, signal: AbortSignal) {
  const response = await connection.open(call, signal);
  if (response.ok && response.body) return response.body;
  // Throws what the server refused.
  readAnswer(call, response, await response.text());
  throw broken(null);
}

const broken = (cause: unknown) =>
  new PostriderError('The download broke off.', { code: 'connection', retryable: true, cause });

/** A line without its end is not yielded: it may be a part of one. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // A reader, since Safari has no `for await` over streams.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done && rest !== '') throw broken(null);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() as string;
      yield* lines;
    }
  } finally {
    // The caller may have left in the middle.
    await reader.cancel().catch(() => undefined);
  }
}
