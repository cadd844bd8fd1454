import { z } from 'zod';
import type { EngineAnswer, SessionFacts } from '../../../domain/chat/engine.js';
import { type Call, createCalls, type Exchange, isSuccess } from '../../wire/calls.js';
import { safeReason } from '../../wire/raw-words.js';
import type { WahaOptions } from './options.js';

export type CallWaha = (
  method: Call['method'],
  path: string,
  extra?: { readonly body?: unknown; readonly signal?: AbortSignal; readonly maxAnswerBytes?: number },
) => Promise<Exchange>;

export function createWahaClient({ baseUrl, apiKey, callbackSecret, timeoutMs }: WahaOptions): CallWaha {
  const calls = createCalls();
  return async (method, path, { body, signal = AbortSignal.timeout(timeoutMs), ...limits } = {}) => {
    const exchanged = await calls.call({
      method,
      url: baseUrl + path,
      headers: { 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      // Status 422 stands for a session that is not connected as well as for a request that can never succeed.
      readsRefusals: true,
      ...limits,
    });
    if (exchanged.kind !== 'answered' || isSuccess(exchanged.status)) return exchanged;
    return { ...exchanged, body: withoutWords(exchanged.body, [apiKey, callbackSecret]) };
  };
}

/** Refusals may quote the request and so the secrets in it. */
function withoutWords(json: unknown, secrets: readonly string[]): unknown {
  if (json === undefined) return undefined;
  const text = JSON.stringify(json, (_key, value) =>
    typeof value === 'string' ? secrets.reduce((words, secret) => words.replaceAll(secret, '#'), value) : value,
  );
  return JSON.parse(text);
}

/**
 * Refusals of WAHA: 422 with `status` and `expected` if the session is in the wrong state; 4xx with `message`; 500 with
 * `exception` if the engine threw. The latter also has the whole request, so never pass on a body as it is.
 */
const refusalWire = z.object({
  message: z
    .union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))])
    .optional()
    .catch(undefined),
  expected: z.array(z.unknown()).optional().catch(undefined),
  exception: z
    .object({ message: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

type Refused = Extract<EngineAnswer<never>, { kind: 'not_connected' | 'rejected' }>;
type Answered = Extract<Exchange, { kind: 'answered' }>;

/** WAHA's own words decide: a 404 may also come from a proxy, or from another server at this URL. */
const UNKNOWN_SESSION = /^(Session not found|We didn't find a session with name )/;

export function isUnknownSession(exchanged: Exchange): exchanged is Answered {
  if (exchanged.kind !== 'answered' || exchanged.status !== 404) return false;
  return UNKNOWN_SESSION.test(refusalOf(exchanged).message ?? '');
}

/** `read` returns undefined for a body that it cannot parse. */
export function answerOf<T>(exchanged: Exchange, read: (body: unknown) => T | undefined): EngineAnswer<T> {
  if (exchanged.kind !== 'answered') return { kind: 'unavailable', reason: exchanged.code };
  if (exchanged.status >= 500) return { kind: 'unavailable', reason: `HTTP ${exchanged.status}` };
  if (!isSuccess(exchanged.status)) return refused(exchanged);
  const value = read(exchanged.body);
  return value === undefined ? { kind: 'unavailable', reason: 'unreadable answer' } : { kind: 'done', value };
}

/** For an answer of 3xx or 4xx. `sent`: what the reason must not quote. */
export function refused(answered: Answered, sent: readonly string[] = []): Refused {
  const { status } = answered;
  if (status === 401 || status === 403) return { kind: 'rejected', reason: 'unauthorised' };
  const { message, expected } = refusalOf(answered);
  const isWrongState = status === 422 && (expected !== undefined || isStateNamedIn(message ?? ''));
  if (isWrongState || isUnknownSession(answered)) return { kind: 'not_connected' };
  const words = safeReason(message?.replace(/\w+:\/\/\S+/g, '#'), sent);
  return { kind: 'rejected', reason: words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}` };
}

/** The error that the engine threw, of an answer with status 500. */
export function exceptionOf(answered: Answered): string {
  return refusalOf(answered).exception?.message ?? '';
}

function refusalOf({ body }: Answered): z.output<typeof refusalWire> {
  return refusalWire.safeParse(body).data ?? {};
}

type StateFacts = Pick<SessionFacts, 'state' | 'reason'>;

/** WAHA reports this state again with every new code. */
export const WAITS_FOR_SCAN = 'SCAN_QR_CODE';

/** WAHA's states of a session. Passkeys are part of pairing, which starts with a QR code. */
const STATES = new Map<string, StateFacts>([
  ['STOPPED', { state: 'stopped' }],
  ['STARTING', { state: 'starting' }],
  [WAITS_FOR_SCAN, { state: 'scan_qr' }],
  ['PASSKEY_REQUIRED', { state: 'scan_qr', reason: 'passkey_required' }],
  ['PASSKEY_CONFIRMATION_REQUIRED', { state: 'scan_qr', reason: 'passkey_confirmation' }],
  ['WORKING', { state: 'connected' }],
  ['FAILED', { state: 'failed', reason: 'not_scanned_or_unlinked' }],
]);

/** New versions of WAHA add states, all of them before WORKING. Only WORKING may count as connected. */
const UNKNOWN_STATE: StateFacts = { state: 'starting', reason: 'state_unknown' };

/** The linked phone, if there is one. */
export const meWire = z.object({ id: z.string() }).nullish().catch(null);

export function sessionFacts(status: string, me: z.output<typeof meWire>): SessionFacts {
  const phoneNumber = phoneNumberOf(me?.id ?? '');
  return { ...(STATES.get(status) ?? UNKNOWN_STATE), ...(phoneNumber === undefined ? {} : { phoneNumber }) };
}

function isStateNamedIn(words: string): boolean {
  return words.split(/\W+/).some((word) => STATES.has(word));
}

// How WAHA writes people, groups and messages.

const PERSON = /^(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/;
/** As the port writes ids of people who hide their number. */
const HIDDEN_PREFIX = 'lid:';
const HIDDEN = /^(\d+)(?::\d+)?@lid$/;
const GROUP = /^[\d-]+@g\.us$/;

/** `<from me>_<chat>_<id>`, in groups also `_<participant>`. */
const WRITTEN_MESSAGE_ID = /^(true|false)_([^_]+)_([A-Za-z0-9.-]{1,128})(?:_(.+))?$/;
const BARE_MESSAGE_ID = /^[\w.-]{1,128}$/;

/** Some engines of WAHA write an id as a string, others as an object. */
export const writtenId = z.union([
  z.string(),
  z.object({ _serialized: z.string() }).transform(({ _serialized }) => _serialized),
]);

export function isGroupId(text: string): boolean {
  return GROUP.test(text);
}

/** The digits; undefined for a hidden id (`@lid`), which does not contain the number. */
export function phoneNumberOf(jid: string): string | undefined {
  return PERSON.exec(jid)?.[1];
}

/** As the API writes it: digits or a group id. */
export function addressOf(jid: string): string | undefined {
  return isGroupId(jid) ? jid : phoneNumberOf(jid);
}

/** A chat in the form of the port; undefined for posts to everybody. */
export function partyOf(jid: string): string | undefined {
  const [, hidden] = HIDDEN.exec(jid) ?? [];
  return hidden === undefined ? addressOf(jid) : HIDDEN_PREFIX + hidden;
}

export function chatIdOf({ to, isGroup }: { readonly to: string; readonly isGroup: boolean }): string {
  if (isGroup) return to;
  return to.startsWith(HIDDEN_PREFIX) ? `${to.slice(HIDDEN_PREFIX.length)}@lid` : `${to}@c.us`;
}

export interface MessageKey {
  /** The part that all forms of the id share. */
  readonly id: string;
  readonly isFromMe?: boolean;
  readonly chat?: string;
  readonly participant?: string;
}

export function messageKeyOf(written: string): MessageKey | undefined {
  const [, fromMe, chat, id, participant] = WRITTEN_MESSAGE_ID.exec(written) ?? [];
  if (id === undefined || chat === undefined) return BARE_MESSAGE_ID.test(written) ? { id: written } : undefined;
  return { id, isFromMe: fromMe === 'true', chat, ...(participant === undefined ? {} : { participant }) };
}
