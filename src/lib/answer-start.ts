import type { Dispatcher } from 'undici';

/** An answer, and as much of its body as was asked for. */
export interface AnswerStart {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** The call as a whole, looking up the name and reading the answer included, took too long. */
export class TimeOutError extends Error {}

/**
 * Sends one request and takes the beginning of its answer. Written on the dispatcher itself: the usual way makes a stream
 * of every body and a signal of every time-out, which together cost more than all the rest of a call.
 */
export function answerStart(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<AnswerStart> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status = 0;
    let retryAfter: string | undefined;
    const chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;

    const timer = setTimeout(() => fail(new TimeOutError()), timeoutMs);
    const finish = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const fail = (error: Error) => {
      finish();
      reject(error);
      controller?.abort(error);
    };
    const succeed = () => {
      finish();
      resolve({ status, retryAfter, body: Buffer.concat(chunks).toString('utf8', 0, maxBytes) });
    };

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // Too late: nothing has been sent yet, and nothing will be.
        if (isOver) started.abort(new TimeOutError());
      },
      onResponseStart(_, statusCode, headers) {
        status = statusCode;
        const header = headers['retry-after'];
        retryAfter = typeof header === 'string' ? header : undefined;
      },
      onResponseData(answering, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size < maxBytes || isOver) return;
        succeed();
        // What comes after is not waited for: the connection goes with it.
        answering.abort(new TimeOutError());
      },
      onResponseEnd: () => succeed(),
      onResponseError: (_, error) => fail(error),
    });
  });
}
