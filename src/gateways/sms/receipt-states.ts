import { CODE_OF } from '../../domain/sms/delivery-codes.js';
import type { GatewayReport, ReportOutcome } from '../../domain/sms/gateway.js';
import { safeRawCode } from '../wire/raw-words.js';

/**
 * What the receipts of message centres (`stat` and `err`) mean in our codes, for whoever speaks with a centre or passes on
 * what one has said.
 */

/** What the operator's handbook adds or says otherwise, by `normalErr`. */
type ErrOverrides = ReadonlyMap<string, number>;

interface ReceiptState {
  readonly number: number;
  /** The first is the standard's; some centres spell the others out. */
  readonly words: readonly [string, ...string[]];
  readonly means: 'sent' | 'delivered' | number;
}

/** States of a receipt, by the number in its parameter and by the word in its text. */
export const RECEIPT_STATES: readonly ReceiptState[] = [
  { number: 0, words: ['BUFFRED', 'BUFFERED', 'SCHEDULED'], means: 'sent' },
  { number: 1, words: ['ENROUTE'], means: 'sent' },
  { number: 2, words: ['DELIVRD', 'DELIVERED'], means: 'delivered' },
  { number: 3, words: ['EXPIRED'], means: 502 },
  { number: 4, words: ['DELETED'], means: 502 },
  { number: 5, words: ['UNDELIV', 'UNDELIVERABLE', 'UNDELIVERED'], means: 502 },
  { number: 6, words: ['ACCEPTD', 'ACCEPTED'], means: 'sent' },
  { number: 7, words: ['UNKNOWN'], means: 'sent' },
  { number: 8, words: ['REJECTD', 'REJECTED'], means: 502 },
];

/**
 * `err` is every operator's own; these are the numbers of GSM MAP, which many pass through. 009 (call barred) stays
 * 502: as 406 it would bar the person for good, and that needs an operator's word.
 */
export const RECEIPT_ERRORS: ReadonlyMap<string, number> = new Map([
  ['1', 502],
  ['5', 403],
  ['7', 404],
  ['10', 404],
  ['11', 502],
  ['12', 502],
]);

/** "1", "001" and " 01" are one code. */
export function normalErr(err: string): string {
  return err
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
}

export function findReceiptState(number: number | undefined, word: string | undefined): ReceiptState | undefined {
  return (
    RECEIPT_STATES.find((state) => state.number === number) ??
    RECEIPT_STATES.find((state) => word !== undefined && state.words.includes(word.toUpperCase()))
  );
}

export function reportOutcome(
  { means }: ReceiptState,
  err: string | undefined,
  overrides: ErrOverrides,
): ReportOutcome {
  if (typeof means !== 'number') return { kind: means };
  const key = err === undefined ? '' : normalErr(err);
  const code = overrides.get(key) ?? RECEIPT_ERRORS.get(key) ?? means;
  return code === CODE_OF.RiskHold ? { kind: 'held' } : { kind: 'failed', code };
}

/** "UNDELIV 005": the centre's own words for support. */
export function receiptRawCode({ words }: ReceiptState, err: string | undefined): Pick<GatewayReport, 'rawCode'> {
  return safeRawCode(err === undefined || /^0*$/.test(err) ? words[0] : `${words[0]} ${err}`);
}
