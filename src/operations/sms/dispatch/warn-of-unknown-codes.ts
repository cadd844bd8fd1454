import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { ReportOutcome, SubmitOutcome } from '../../../domain/sms/gateway.js';
import { createSeldomOf } from '../../../lib/async/seldom.js';
import type { Logger } from '../../../lib/log/logger.js';

/** What a gateway has said of one message. */
interface Told {
  readonly outcome: SubmitOutcome | ReportOutcome;
  readonly rawCode?: string;
}

const WARN_AGAIN_AFTER_MS = 60_000;
const MOST_CODES_IN_LOG = 5;
const seldomOf = createSeldomOf(WARN_AGAIN_AFTER_MS);

/** What nobody knows the meaning of ends as 500: whoever runs the installation has to hear what it was. */
export function warnOfUnknownCodes(logger: Logger, gateway: string, told: readonly Told[]): void {
  const codes = told.flatMap(({ outcome, rawCode }) =>
    'code' in outcome && knownDeliveryCode(outcome.code) === CODE_OF.InternalServerError
      ? [rawCode ?? String(outcome.code)]
      : [],
  );
  if (codes.length === 0) return;
  seldomOf(gateway, () =>
    logger.warn(
      { gateway, messages: codes.length, codes: fewOf(codes) },
      'messages failed with 500: a code that is not known here, or an error of the gateway',
    ),
  );
}

/** So many codes as a line of the log should hold, each once. */
export function fewOf(codes: readonly string[]): string[] {
  return [...new Set(codes)].slice(0, MOST_CODES_IN_LOG);
}
