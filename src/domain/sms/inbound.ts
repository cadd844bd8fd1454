import { cut, storable, storableKey, storableText, storableTime } from '../received.js';
import { parseMobile } from './phone-number.js';

/** An inbound SMS as the gateway delivers it. */
export interface InboundSms {
  /** The gateway's id of the message; a repeated delivery has the same. */
  readonly key: string;
  /** A number, a short code or a name. */
  readonly from: string;
  /** The number of ours. */
  readonly to: string;
  /** Null: data that is no text. */
  readonly text: string | null;
  /** A part of a long text that the gateway did not join. */
  readonly incomplete?: true;
  /** When the person has sent it, if the gateway says so. */
  readonly sentAt?: string;
  /** Set by the sandbox alone: other gateways know no organisations. */
  readonly organisationId?: string;
}

/** As the inbox keeps it until a worker finds its organisation. */
export interface StoredInboundSms extends InboundSms {
  readonly receivedAt: string;
}

const LONGEST_ADDRESS = 20;

/** Makes a message that PostgreSQL can store; null without a sender or a number. */
export function toStored(message: InboundSms, receivedAt: Date): StoredInboundSms | null {
  const from = addressOf(message.from);
  const to = addressOf(message.to);
  if (from === '' || to === '') return null;
  const { text, isCut } = message.text === null ? { text: null, isCut: false } : storableText(message.text);
  const { key, organisationId } = message;
  const sentAt = message.sentAt && storableTime(message.sentAt);
  return {
    key: storableKey(key),
    from,
    to,
    text,
    receivedAt: receivedAt.toISOString(),
    ...((isCut || message.incomplete) && { incomplete: true }),
    ...(sentAt && { sentAt }),
    ...(organisationId !== undefined && { organisationId }),
  };
}

/** The digits of a number or short code, or a name as it is. */
export function addressOf(address: string): string {
  const bare = storable(address).trim();
  const digits = bare.replace(/[\s+().-]/g, '');
  return cut(/^\d+$/.test(digits) ? digits : bare, LONGEST_ADDRESS);
}

/** The number of a person, to which we may write; null for short codes and names. */
export function mobileOf(address: string): string | null {
  const mobile = parseMobile(address);
  return mobile.ok ? mobile.digits : null;
}
