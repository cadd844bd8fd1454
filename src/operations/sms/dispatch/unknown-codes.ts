import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { ReportOutcome, SubmitOutcome } from '../../../domain/sms/gateway.js';
import { createKeyedLogThrottle } from '../../../lib/async/log-throttle.js';
import type { Logger } from '../../../lib/log/logger.js';

/** What a gateway says of one message, in an answer or in a report. */
interface Statement {
  readonly outcome: SubmitOutcome | ReportOutcome;
  readonly rawCode?: string;
}

const WARN_AGAIN_AFTER_MS = 60_000;
const MOST_CODES_IN_LOG = 5;
const throttled = createKeyedLogThrottle(WARN_AGAIN_AFTER_MS);

/** A code of the gateway that no table knows ends as 500. The operator needs the original to add it to the table. */
export function warnOfUnknownCodes(logger: Logger, gateway: string, statements: readonly Statement[]): void {
  const codes = statements.flatMap(({ outcome, rawCode }) => {
    const code = failureCodeOf(outcome);
    const isUnknown = code !== undefined && knownDeliveryCode(code) === CODE_OF.InternalServerError;
    return isUnknown ? [rawCode ?? String(code)] : [];
  });
  if (codes.length === 0) return;
  throttled(gateway, () =>
    logger.warn(
      { gateway, messages: codes.length, codes: firstCodes(codes) },
      'messages failed with 500: a code that is not known here, or an error of the gateway',
    ),
  );
}

function failureCodeOf(outcome: Statement['outcome']): number | undefined {
  if ('refusedRest' in outcome) return outcome.refusedRest;
  return 'code' in outcome ? outcome.code : undefined;
}

/** The first few codes, each once: as many as fit a line of the log. */
export function firstCodes(codes: readonly string[]): string[] {
  return [...new Set(codes)].slice(0, MOST_CODES_IN_LOG);
}
