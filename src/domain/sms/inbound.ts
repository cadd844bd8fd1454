import { createHash } from 'node:crypto';
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

const LONGEST_KEY = 200;
const LONGEST_ADDRESS = 20;
/** More than a phone can send: 255 parts of 67 characters are 17,085. */
const LONGEST_TEXT = 20_000;

/** Makes a message that PostgreSQL can store; null without a sender or a number. */
export function toStored(message: InboundSms, receivedAt: Date): StoredInboundSms | null {
  const from = addressOf(message.from);
  const to = addressOf(message.to);
  if (from === '' || to === '') return null;
  const text = message.text && storable(message.text);
  const isCut = text !== null && text.length > LONGEST_TEXT;
  const { key, organisationId } = message;
  const sentAt = message.sentAt && timeOf(message.sentAt);
  return {
    key: key.length <= LONGEST_KEY && storable(key) === key ? key : createHash('sha256').update(key).digest('hex'),
    from,
    to,
    text: isCut ? text.slice(0, LONGEST_TEXT).toWellFormed() : text,
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
  // The cut may be within a character.
  return (/^\d+$/.test(digits) ? digits : bare).slice(0, LONGEST_ADDRESS).toWellFormed();
}

/** PostgreSQL refuses zones of 16 hours and more, long fractions, and years that are not written with four digits. */
function timeOf(sentAt: string): string | null {
  const time = new Date(sentAt);
  const written = Number.isNaN(time.getTime()) ? '' : time.toISOString();
  return /^(?!0000)\d{4}-/.test(written) ? written : null;
}

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** The number of a person, to which we may write; null for short codes and names. */
export function mobileOf(address: string): string | null {
  const mobile = parseMobile(address);
  return mobile.ok ? mobile.digits : null;
}
