import { CODE_OF } from '../../domain/sms/delivery-codes.js';
import type { GatewayReport, ReportOutcome, SubmitOutcome } from '../../domain/sms/gateway.js';
import { safeRawCode } from '../wire/raw-words.js';

/**
 * What the answers (`command_status`) and receipts (`stat`, `err`) of an SMSC mean in delivery codes, and headers of
 * inbound SMS: for SMPP and Kannel.
 */

type StatusMeaning = number | 'accepted' | 'throttled' | 'not_bound';

/** From the gateway's options, for an SMSC that uses statuses in its own way. */
type StatusOverrides = ReadonlyMap<number, number | 'throttled'>;

interface Status {
  readonly name: string;
  /** A delivery code for a failure. */
  readonly means: StatusMeaning;
}

export const COMMAND_STATUSES: ReadonlyMap<number, Status> = new Map(
  Object.entries({
    accepted: { 0: 'ROK' },
    throttled: { 20: 'RMSGQFUL', 88: 'RTHROTTLED' },
    not_bound: { 4: 'RINVBNDSTS', 5: 'RALYBND' },
    402: { 10: 'RINVSRCADR', 72: 'RINVSRCTON', 73: 'RINVSRCNPI', 261: 'RINVSRCADDRSUBUNIT' },
    403: { 11: 'RINVDSTADR', 80: 'RINVDSTTON', 81: 'RINVDSTNPI', 262: 'RINVDSTADDRSUBUNIT' },
    404: { 51: 'RINVNUMDESTS', 52: 'RINVDLNAME', 64: 'RINVDESTFLAG' },
    407: { 69: 'RSUBMITFAIL' },
    500: {
      1: 'RINVMSGLEN',
      2: 'RINVCMDLEN',
      3: 'RINVCMDID',
      67: 'RINVESMCLASS',
      97: 'RINVSCHED',
      98: 'RINVEXPIRY',
      192: 'RINVOPTPARSTREAM',
      193: 'ROPTPARNOTALLWD',
      194: 'RINVPARLEN',
      195: 'RMISSINGOPTPARAM',
      196: 'RINVOPTPARAMVAL',
      260: 'RINVDCS',
    },
    501: {
      8: 'RSYSERR',
      13: 'RBINDFAIL',
      14: 'RINVPASWD',
      15: 'RINVSYSID',
      21: 'RINVSERTYP',
      83: 'RINVSYSTYP',
      100: 'RX_T_APPN',
      256: 'RSERTYPUNAUTH',
      257: 'RPROHIBITED',
      259: 'RSERTYPUNAVAIL',
    },
    502: { 101: 'RX_P_APPN', 102: 'RX_R_APPN', 254: 'RDELIVERYFAILURE', 255: 'RUNKNOWNERR' },
  }).flatMap(([means, statuses]) =>
    Object.entries(statuses).map(([status, name]): [number, Status] => [
      Number(status),
      { name: `ESME_${name}`, means: /^\d+$/.test(means) ? Number(means) : (means as StatusMeaning) },
    ]),
  ),
);

/** 0x400 to 0x4FF are vendor-specific. */
const VENDOR_STATUS = { from: 0x400, to: 0x4ff, means: CODE_OF.RejectedByGateway } as const;
const UNKNOWN_STATUS = CODE_OF.InternalServerError;

export function statusName(status: number): string {
  return COMMAND_STATUSES.get(status)?.name ?? statusCode(status);
}

/** Not padded to eight digits, which the log would mask as a phone number. */
export function statusCode(status: number): string {
  return `0x${status.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The outcome that the answer to a submit_sm stands for. */
export function submitOutcome(
  status: number,
  isNack: boolean,
  overrides: StatusOverrides,
  retryAfterMs: () => number,
): SubmitOutcome {
  const means = overrides.get(status) ?? meaningOf(status, isNack);
  switch (means) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'throttled':
      return { kind: 'throttled', retryAfterMs: retryAfterMs() };
    case 'not_bound':
      return { kind: 'not_sent' };
    case CODE_OF.RiskHold:
      return { kind: 'held' };
    case CODE_OF.InsufficientBalance:
      return { kind: 'no_credit', scope: 'account' };
    default:
      return { kind: 'rejected', code: means };
  }
}

function meaningOf(status: number, isNack: boolean): StatusMeaning {
  const means = COMMAND_STATUSES.get(status)?.means;
  // A generic_nack means that the SMSC could not read our PDU, whatever its status.
  if (isNack) return means === 'throttled' ? means : UNKNOWN_STATUS;
  if (means !== undefined) return means;
  return status >= VENDOR_STATUS.from && status <= VENDOR_STATUS.to ? VENDOR_STATUS.means : UNKNOWN_STATUS;
}

/** From the gateway's options, by `normalErr`. */
type ErrOverrides = ReadonlyMap<string, number>;

interface ReceiptState {
  readonly number: number;
  /** The first is the standard's; some SMSCs send the others. */
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
 * Each network has its own `err` codes; these are those of GSM MAP, which many pass through. 009 (call barred) stays
 * 502, because 406 would suppress the recipient for good.
 */
const RECEIPT_ERRORS: ReadonlyMap<string, number> = new Map([
  ['1', 502],
  ['5', 403],
  ['7', 404],
  ['10', 404],
  ['11', 502],
  ['12', 502],
]);

/** So that "1", "001" and " 01" are one code. */
export function normalErr(err: string): string {
  return err
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
}

/** The fields in a receipt's text: SMSCs write the keys in any case and order, and `err` in letters too. */
export function receiptFields(text: string) {
  // Some SMSCs quote the message after "text:".
  const [fields = ''] = text.split(/\btext:/i, 1);
  return {
    id: /\bid:\s*([^\s:]+)/i.exec(fields)?.[1],
    state: /\bstat:\s*([a-z]+)/i.exec(fields)?.[1],
    err: /\berr:\s*([^\s:]+)/i.exec(fields)?.[1],
  };
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

/** For support, such as "UNDELIV 005". */
export function receiptRawCode({ words }: ReceiptState, err: string | undefined): Pick<GatewayReport, 'rawCode'> {
  return safeRawCode(err === undefined || /^0*$/.test(err) ? words[0] : `${words[0]} ${err}`);
}

/** Elements of a user data header that mark a part of a long text, with a reference of one octet, and of two. */
export const CONCATENATED = 0x00;
export const CONCATENATED_WIDE = 0x08;
