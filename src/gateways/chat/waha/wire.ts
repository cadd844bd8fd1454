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
      // "The session is not connected" and "this will never do" have the same status, 422.
      readsRefusals: true,
      ...limits,
    });
    if (exchanged.kind !== 'answered' || isSuccess(exchanged.status)) return exchanged;
    return { ...exchanged, body: withoutWords(exchanged.body, [apiKey, callbackSecret]) };
  };
}

/** Refusals may quote the request, and with it the secrets that stand there. */
function withoutWords(json: unknown, secrets: readonly string[]): unknown {
  if (json === undefined) return undefined;
  const text = JSON.stringify(json, (_key, value) =>
    typeof value === 'string' ? secrets.reduce((words, secret) => words.replaceAll(secret, '#'), value) : value,
  );
  return JSON.parse(text);
}

/**
 * Refusals of WAHA: 422 with `status` and `expected` when the session is in the wrong state; 4xx with `message`; 500
 * with `exception`, when the engine threw. That one also holds the whole request, so no body is passed on as it is.
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

/** A 404 may also come from a machine in between, or from an address where there is no WAHA, so its own words count. */
const UNKNOWN_SESSION = /^(Session not found|We didn't find a session with name )/;

export function isUnknownSession(exchanged: Exchange): exchanged is Answered {
  if (exchanged.kind !== 'answered' || exchanged.status !== 404) return false;
  return UNKNOWN_SESSION.test(refusalOf(exchanged).message ?? '');
}

/** `read` gives undefined for a body that it does not understand. */
export function answerOf<T>(exchanged: Exchange, read: (body: unknown) => T | undefined): EngineAnswer<T> {
  if (exchanged.kind !== 'answered') return { kind: 'unavailable', reason: exchanged.code };
  if (exchanged.status >= 500) return { kind: 'unavailable', reason: `HTTP ${exchanged.status}` };
  if (!isSuccess(exchanged.status)) return refused(exchanged);
  const value = read(exchanged.body);
  return value === undefined ? { kind: 'unavailable', reason: 'unreadable answer' } : { kind: 'done', value };
}

/** What an answer of 3xx or 4xx means. `sent`: what the reason must not quote. */
export function refused(answered: Answered, sent: readonly string[] = []): Refused {
  const { status } = answered;
  if (status === 401 || status === 403) return { kind: 'rejected', reason: 'unauthorised' };
  const { message, expected } = refusalOf(answered);
  const isWrongState = status === 422 && (expected !== undefined || isStateNamedIn(message ?? ''));
  if (isWrongState || isUnknownSession(answered)) return { kind: 'not_connected' };
  const words = safeReason(message?.replace(/\w+:\/\/\S+/g, '#'), sent);
  return { kind: 'rejected', reason: words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}` };
}

/** What the engine threw, for a 500. */
export function exceptionOf(answered: Answered): string {
  return refusalOf(answered).exception?.message ?? '';
}

function refusalOf({ body }: Answered): z.output<typeof refusalWire> {
  return refusalWire.safeParse(body).data ?? {};
}

type StateFacts = Pick<SessionFacts, 'state' | 'reason'>;

/** WAHA's states of a session. The passkeys belong to the pairing, which starts with a code to scan. */
const STATES = new Map<string, StateFacts>([
  ['STOPPED', { state: 'stopped' }],
  ['STARTING', { state: 'starting' }],
  ['SCAN_QR_CODE', { state: 'scan_qr' }],
  [
    'PASSKEY_REQUIRED',
    { state: 'scan_qr', reason: 'The chat app asks for a passkey: give it in the dashboard of WAHA.' },
  ],
  [
    'PASSKEY_CONFIRMATION_REQUIRED',
    { state: 'scan_qr', reason: 'The phone shows a code: confirm it in the dashboard of WAHA.' },
  ],
  ['WORKING', { state: 'connected' }],
  [
    'FAILED',
    { state: 'failed', reason: 'No code was scanned in time, or the phone has unlinked this device. Start it again.' },
  ],
]);

/** WAHA gets new states now and then, all of them on the way to WORKING; only that one may count as connected. */
const UNKNOWN_STATE: StateFacts = {
  state: 'starting',
  reason: 'WAHA calls its state by a name that this program does not know.',
};

/** Set while a phone is linked. */
export const meWire = z.object({ id: z.string() }).nullish().catch(null);

export function sessionFacts(status: string, me: z.output<typeof meWire>): SessionFacts {
  const phoneNumber = phoneNumberOf(me?.id ?? '');
  return { ...(STATES.get(status) ?? UNKNOWN_STATE), ...(phoneNumber === undefined ? {} : { phoneNumber }) };
}

function isStateNamedIn(words: string): boolean {
  return words.split(/\W+/).some((word) => STATES.has(word));
}

/** How WAHA writes people, groups and messages. Some of its engines write an id as a string, others as an object. */

const PERSON = /^(\d+)(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/;
const GROUP = /^[\d-]+@g\.us$/;

/** `<from me>_<chat>_<id>`, in groups also `_<participant>`. */
const WRITTEN_MESSAGE_ID = /^(true|false)_([^_]+)_([A-Za-z0-9.-]{1,128})(?:_(.+))?$/;
const BARE_MESSAGE_ID = /^[\w.-]{1,128}$/;

export const writtenId = z.union([
  z.string(),
  z.object({ _serialized: z.string() }).transform(({ _serialized }) => _serialized),
]);

export function isGroupId(text: string): boolean {
  return GROUP.test(text);
}

/** Digits, or undefined when it is no phone number: a hidden id (`@lid`) says nothing about the number behind it. */
export function phoneNumberOf(jid: string): string | undefined {
  return PERSON.exec(jid)?.[1];
}

/** As our side writes it: digits or a group's id. */
export function addressOf(jid: string): string | undefined {
  return isGroupId(jid) ? jid : phoneNumberOf(jid);
}

export function chatIdOf({ to, isGroup }: { readonly to: string; readonly isGroup: boolean }): string {
  return isGroup ? to : `${to}@c.us`;
}

interface MessageKey {
  /** What all forms of the id have in common. */
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
