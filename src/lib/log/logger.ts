import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { currentIds } from '../trace/tracing.js';
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

/**
 * Logs to standard output, or to `output`. Numbers, texts and secrets are removed from everything that is logged.
 *
 * Messages: what happened, in lower case, without a full stop; names such as PostgreSQL and SMTP_URL keep their case.
 * Data goes into fields, because a message that is always the same can be searched for and counted.
 */
export function createLogger({ level, pretty }: LoggerOptions, output: DestinationStream = standardOutput): Logger {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      // pino's own serializer would add properties of the driver's error, such as row values.
      serializers: { err: (err: unknown) => err },
      formatters: { level: (label) => ({ level: label }), log: scrubbedWithIds },
      hooks: {
        logMethod(args, method) {
          method.apply(this, maskArguments(args) as typeof args);
        },
      },
    },
    pretty ? readableLines(output) : output,
  );
  if (output === standardOutput) {
    standardOutput.onReadAgain((lines) => logger.warn({ lines }, 'dropped log lines: standard output was not read'));
  }
  return withScrubbedChildren(logger);
}

/** Ids of spans are hexadecimal: among their digits a phone number would be found, and masked. */
function scrubbedWithIds(fields: Record<string, unknown>): Record<string, unknown> {
  const { requestId, ...spanIds } = currentIds();
  return { ...scrubFields(requestId === undefined ? fields : { requestId, ...fields }), ...spanIds };
}

/** pino has no formatter for the bindings of child loggers. Children inherit this method. */
function withScrubbedChildren(logger: Logger): Logger {
  const child: Logger['child'] = logger.child;
  logger.child = function (this: Logger, bindings, options) {
    return child.call(this, scrubFields(bindings), options);
  } as Logger['child'];
  return logger;
}

/** For `log.error(error)` pino copies the raw message into `msg`; this masks it. */
function maskArguments([first, ...rest]: unknown[]): unknown[] {
  const masked = rest.map((argument) => (typeof argument === 'string' ? maskDigitRuns(argument) : argument));
  if (typeof first === 'string') return [maskDigitRuns(first), ...masked];
  if (!(first instanceof Error)) return [first, ...masked];
  const err = describeError(first);
  return [{ err }, ...(masked.length > 0 ? masked : [err.message])];
}
