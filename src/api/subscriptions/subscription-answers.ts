import type { ExecutionResult, FormattedExecutionResult } from 'graphql';
import type { Logger } from '../../lib/log/logger.js';
import { formatThrown, showError } from '../error-map.js';

type Step = IteratorResult<FormattedExecutionResult, undefined>;

/** The results of a subscription, as shown to clients. */
export interface Answers extends AsyncIterableIterator<FormattedExecutionResult, undefined> {
  return(): Promise<Step>;
  throw(error: Error): Promise<Step>;
  /** Ends the subscription with this error, also while a result is awaited. */
  fail(error: Error): void;
}

const DONE = { value: undefined, done: true } as const;

/** `onOver` is called once, however the subscription ends. */
export function answersOf(
  source: AsyncGenerator<ExecutionResult, void, void>,
  logger: Logger,
  onOver: () => void,
): Answers {
  let over = false;
  let failure: Error | null = null;
  let interrupt: (error: Error) => void = () => undefined;

  const answers: Answers = {
    async next() {
      try {
        if (failure) throw failure;
        if (over) return DONE;
        const { value } = await interruptible(source.next());
        if (value && !over) return { value: formatted(value, logger), done: false };
        finish();
        return DONE;
      } catch (error) {
        failure = null;
        finish();
        throw showError(error, logger);
      }
    },
    async return() {
      finish();
      return DONE;
    },
    async throw(error) {
      finish();
      throw error;
    },
    fail(error) {
      if (over) return;
      failure = error;
      finish();
      interrupt(error);
    },
    [Symbol.asyncIterator]: () => answers,
  };
  return answers;

  function finish(): void {
    if (over) return;
    over = true;
    // Not awaited: a source that hangs must not delay other subscriptions.
    source.return().catch(() => undefined);
    onOver();
  }

  function interruptible<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      interrupt = reject;
      step.then(resolve, reject);
    });
  }
}

function formatted({ errors, ...result }: ExecutionResult, logger: Logger): FormattedExecutionResult {
  return errors ? { ...result, errors: errors.map((error) => formatThrown(error, logger)) } : result;
}
