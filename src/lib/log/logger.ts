import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { readableLines } from './readable-lines.js';
import { describeError, maskDigitRuns, scrubFields } from './scrub.js';
import { standardOutput } from './standard-output.js';

export type { Logger };

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LoggerOptions {
  level: LogLevel;
  /** Readable lines for a person at a terminal instead of JSON. */
  pretty: boolean;
}

/** Logs to standard output; `output` replaces it. Everything logged is scrubbed of numbers, texts and secrets. */
export function createLogger({ level, pretty }: LoggerOptions, output: DestinationStream = standardOutput): Logger {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      // pino would run its own serializer over `err` a second time and add properties of the driver's error.
      serializers: { err: (err: unknown) => err },
      formatters: { level: (label) => ({ level: label }), log: scrubFields },
      hooks: {
        logMethod(args, method) {
          method.apply(this, maskArguments(args) as typeof args);
        },
      },
    },
    pretty ? readableLines(output) : output,
  );
  if (output === standardOutput) {
    standardOutput.onReadAgain((lines) =>
      logger.warn({ lines }, 'log lines were dropped: standard output was not read'),
    );
  }
  return withScrubbedChildren(logger);
}

/** pino has no formatter for what a child logger is bound to. Children inherit this method and so do theirs. */
function withScrubbedChildren(logger: Logger): Logger {
  const child: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, scrubFields(bindings), options);
  } as Logger['child'];
  return logger;
}

/** `log.error(error)` makes pino copy the raw message into `msg`; here it becomes `{ err }` with a masked one. */
function maskArguments([first, ...rest]: unknown[]): unknown[] {
  const masked = rest.map((argument) => (typeof argument === 'string' ? maskDigitRuns(argument) : argument));
  if (typeof first === 'string') return [maskDigitRuns(first), ...masked];
  if (!(first instanceof Error)) return [first, ...masked];
  const err = describeError(first);
  return [{ err }, ...(masked.length > 0 ? masked : [err.message])];
}
