import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { AckReport, EngineReport, ParsedEngineCallback } from '../../../domain/chat/engine.js';
import { isSameSecret } from '../../../domain/secret-keys.js';
import type { CallbackRequest } from '../../../domain/sms/gateway.js';
import { parseJson } from '../../wire/calls.js';
import { readReceived } from './received.js';
import { addressOf, messageKeyOf, meWire, phoneNumberOf, sessionFacts, WAITS_FOR_SCAN, writtenId } from './wire.js';

const envelopeWire = z.object({
  event: z.string(),
  session: z.string(),
  timestamp: z.number().int().positive().optional().catch(undefined),
  me: meWire,
  payload: z.unknown().optional(),
});

type Envelope = z.output<typeof envelopeWire>;

const statusWire = z.object({ status: z.string() });

const ackWire = z.object({
  id: writtenId,
  to: z.string().nullish().catch(null),
  participant: writtenId.nullish().catch(null),
  fromMe: z.boolean().optional().catch(undefined),
  ack: z.number(),
});

/** 0 (the message waits in the engine) is not reported. 4: a voice note was played. */
const ACKS = new Map<number, AckReport['ack']>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'read'],
  [4, 'read'],
]);

/** Acks in groups come under either name, so only the shape of the id tells groups apart. */
const READERS: ReadonlyMap<string, (envelope: Envelope) => EngineReport[]> = new Map([
  ['session.status', readStatus],
  ['message.ack', readAck],
  ['message.ack.group', readAck],
  ['message', readMessage],
]);

/** Accepts unknown events too: WAHA would repeat a refused one for hours. */
export function parseCallback(secret: string, request: CallbackRequest): ParsedEngineCallback | null {
  if (request.method !== 'POST' || !isAuthentic(secret, request)) return null;
  const envelope = envelopeWire.safeParse(parseJson(request.rawBody));
  if (!envelope.success) return null;
  const { event, session } = envelope.data;
  // WAHA may also send events of sessions that are not Postrider's, if its operator has configured a global webhook.
  const isOurs = z.uuid().safeParse(session).success;
  return { reports: (isOurs && READERS.get(event)?.(envelope.data)) || [] };
}

/**
 * The signature does not cover a time. A replay does no harm: acks only move forward, older states are ignored, and a
 * message has an id.
 */
function isAuthentic(secret: string, { headers, rawBody }: CallbackRequest): boolean {
  const expected = createHmac('sha512', secret).update(rawBody).digest('hex');
  return isSameSecret(headers['x-webhook-hmac'] ?? '', expected);
}

function readStatus({ session, timestamp, me, payload }: Envelope): EngineReport[] {
  const parsed = statusWire.safeParse(payload);
  if (!parsed.success || timestamp === undefined) return [];
  const { status } = parsed.data;
  const report = { kind: 'session', sessionId: session, atMs: timestamp, ...sessionFacts(status, me) } as const;
  return [status === WAITS_FOR_SCAN ? { ...report, hasNewQr: true } : report];
}

function readAck({ session, me, payload }: Envelope): EngineReport[] {
  const parsed = ackWire.safeParse(payload);
  const key = parsed.data && messageKeyOf(parsed.data.id);
  const ack = parsed.data && ACKS.get(parsed.data.ack);
  if (!parsed.success || !key || !ack || !(parsed.data.fromMe ?? key.isFromMe)) return [];
  const to = addressOf(key.chat ?? parsed.data.to ?? '');
  const participant = someoneElse(parsed.data.participant ?? key.participant, me?.id);
  return [
    {
      kind: 'ack',
      sessionId: session,
      messageId: key.id,
      ...(to === undefined ? {} : { to }),
      ...(participant === undefined ? {} : { participant }),
      ack,
    },
  ];
}

function readMessage({ session, payload }: Envelope): EngineReport[] {
  const message = readReceived(session, payload);
  return message ? [message] : [];
}

/** Some engines name the sending phone itself as the participant. */
function someoneElse(participant: string | null | undefined, me = ''): string | undefined {
  if (!participant) return undefined;
  const word = phoneNumberOf(participant) ?? participant;
  return word === (phoneNumberOf(me) ?? me) ? undefined : word;
}
