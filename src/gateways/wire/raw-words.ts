import type { OutgoingSms, SubmitResult } from '../../domain/sms/gateway.js';

/**
 * A gateway's own code and reason are stored with the attempt, for support. Gateways quote numbers and texts in them
 * ("destination 254711000001 is barred"), which would then outlive redaction, so these functions remove them.
 */

const MAX_CODE_LENGTH = 40;
const MAX_REASON_LENGTH = 200;

/** National numbers have at least seven digits, codes of gateways fewer. */
const DIGITS_OF_A_NUMBER = /\d(?:[ ().-]?\d){6,}/;

/** One-time codes have at least four digits. */
const DIGITS_OF_A_ONE_TIME_CODE = /\+?\d(?:[ ().-]?\d){3,}/g;

const CODE_ALPHABET = /^[\w .:/+-]+$/;

export type RawWords = Pick<SubmitResult, 'rawCode' | 'rawReason'>;

export function safeRawCode(code: string | undefined): Pick<RawWords, 'rawCode'> {
  if (code === undefined || code.length > MAX_CODE_LENGTH) return {};
  return CODE_ALPHABET.test(code) && !DIGITS_OF_A_NUMBER.test(code) ? { rawCode: code } : {};
}

/** Drops a code or reason that quotes the text of `message`. */
export function safeRawWords(
  message: Pick<OutgoingSms, 'text'>,
  code: string | undefined,
  reason: string | undefined,
): RawWords {
  const { rawCode } = safeRawCode(code);
  const safeCode = rawCode === undefined || quotes(rawCode, message.text) ? {} : { rawCode };
  const rawReason = safeReason(reason, [message.text]);
  return rawReason === undefined ? safeCode : { ...safeCode, rawReason };
}

/** `sent`: what the reason must not quote. */
export function safeReason(reason: string | undefined, sent: readonly string[]): string | undefined {
  const bounded = reason?.slice(0, MAX_REASON_LENGTH);
  if (!bounded || sent.some((text) => quotes(bounded, text))) return undefined;
  return bounded.replace(/\p{Cc}+/gu, ' ').replace(DIGITS_OF_A_ONE_TIME_CODE, '#');
}

/** Three words in a row are a quotation: gateways that review content quote a passage, not the whole text. */
function quotes(words: string, text: string): boolean {
  const haystack = wordsOf(words);
  const needles = wordsOf(text);
  if (needles.length === 0) return false;
  const passageLength = Math.min(3, needles.length);
  const joined = ` ${haystack.join(' ')} `;
  for (let start = 0; start + passageLength <= needles.length; start += 1) {
    if (joined.includes(` ${needles.slice(start, start + passageLength).join(' ')} `)) return true;
  }
  return false;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
