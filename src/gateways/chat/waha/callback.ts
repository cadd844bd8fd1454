import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { AckReport, EngineReport, ParsedEngineCallback } from '../../../domain/chat/engine.js';
import type { CallbackRequest } from '../../../domain/sms/gateway.js';
import { isSameSecret, parseJson } from '../../wire/callbacks.js';
import { addressOf, messageKeyOf, meWire, phoneNumberOf, sessionFacts, writtenId } from './wire.js';

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

/** 0 means that it waits in the engine, which is no news. 4: a voice note was played. */
const ACKS = new Map<number, AckReport['ack']>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'read'],
  [4, 'read'],
]);

/** The event of an ack in a group has either name, so only the shape of its id counts. */
const READERS: ReadonlyMap<string, (envelope: Envelope) => EngineReport[]> = new Map([
  ['session.status', readStatus],
  ['message.ack', readAck],
  ['message.ack.group', readAck],
]);

/** An event that says nothing to us is taken as well: to refuse it would make WAHA send it for hours. */
export function parseCallback(secret: string, request: CallbackRequest): ParsedEngineCallback | null {
  if (request.method !== 'POST' || !isAuthentic(secret, request)) return null;
  const envelope = envelopeWire.safeParse(parseJson(request.rawBody));
  if (!envelope.success) return null;
  const { event, session } = envelope.data;
  // A WAHA that serves others as well may be told to send us the events of all its sessions.
  const isOurs = z.uuid().safeParse(session).success;
  return { reports: (isOurs && READERS.get(event)?.(envelope.data)) || [] };
}

/** X-Webhook-Timestamp is not signed. A replay does no harm: acks only move forward, and older states are ignored. */
function isAuthentic(secret: string, { headers, rawBody }: CallbackRequest): boolean {
  const expected = createHmac('sha512', secret).update(rawBody).digest('hex');
  return isSameSecret(headers['x-webhook-hmac'] ?? '', expected);
}

function readStatus({ session, timestamp, me, payload }: Envelope): EngineReport[] {
  const parsed = statusWire.safeParse(payload);
  if (!parsed.success || timestamp === undefined) return [];
  return [{ kind: 'session', sessionId: session, atMs: timestamp, ...sessionFacts(parsed.data.status, me) }];
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

/** Some engines name the sender, that is ourselves, as the participant. */
function someoneElse(participant: string | null | undefined, me = ''): string | undefined {
  if (!participant) return undefined;
  const word = phoneNumberOf(participant) ?? participant;
  return word === (phoneNumberOf(me) ?? me) ? undefined : word;
}
