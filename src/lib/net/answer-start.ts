import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** An answer, and as much of its body as was asked for. */
export interface AnswerStart {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** The call as a whole, looking up the name and reading the answer included, took too long. */
export class TimeOutError extends Error {}

interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * Sends one request and takes the beginning of its answer. Written on the dispatcher itself: undici's `request`
 * makes a stream of every body and needs a signal for every time-out, which cost the worker twice the processor time of a post.
 */
export function answerStart(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: Limits,
): Promise<AnswerStart> {
  return new Promise((resolve, reject) => dispatcher.dispatch(request, new AnswerReader(limits, resolve, reject)));
}

/** An object of a class, as there are so many: one of functions that share variables is ten times as large. */
class AnswerReader implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | null = null;
  private status = 0;
  private retryAfter: string | undefined;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private isOver = false;

  constructor(
    private readonly limits: Limits,
    private readonly resolve: (answer: AnswerStart) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(timeOut, limits.timeoutMs, this);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.controller = started;
    // Too late: nothing has been sent yet, and nothing will be.
    if (this.isOver) started.abort(new TimeOutError());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.status = status;
    const header = headers['retry-after'];
    this.retryAfter = typeof header === 'string' ? header : undefined;
  }

  onResponseData(answering: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.limits.maxBytes || this.isOver) return;
    this.succeed();
    // What comes after is not waited for: the connection goes with it.
    answering.abort(new TimeOutError());
  }

  onResponseEnd(): void {
    this.succeed();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.fail(error);
  }

  fail(error: Error): void {
    this.finish();
    this.reject(error);
    this.controller?.abort(error);
  }

  private succeed(): void {
    this.finish();
    const { status, retryAfter, chunks, limits } = this;
    // Nearly always there is none.
    const body = chunks.length === 0 ? '' : Buffer.concat(chunks).toString('utf8', 0, limits.maxBytes);
    this.resolve({ status, retryAfter, body });
  }

  private finish(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }
}

function timeOut(reader: AnswerReader): void {
  reader.fail(new TimeOutError());
}
