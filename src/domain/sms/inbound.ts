import { createHash } from 'node:crypto';
import type { PartOfText } from './long-texts/parts.js';
import { parseMobile } from './phone-number.js';

/** An inbound SMS as the gateway delivers it. */
export interface InboundSms {
  /** The gateway's id of the message; a repeated delivery has the same. */
  readonly key: string;
  /** A number, a short code or a name. */
  readonly from: string;
  /** The number of ours. */
  readonly to: string;
  /** Null: data that is no text. Of a part, what it has of the text. */
  readonly text: string | null;
  /** If the gateway does not join the parts of long texts. */
  readonly part?: PartOfText;
  /** Parts of the text are missing, and will not come. */
  readonly incomplete?: true;
  /** When the person has sent it, if the gateway says so. */
  readonly sentAt?: string;
  /** Set by the sandbox alone: other gateways know no organisations. */
  readonly organisationId?: string;
}

/** As the inbox keeps it until a worker finds its organisation. */
export interface StoredInboundSms extends Omit<InboundSms, 'part'> {
  readonly receivedAt: string;
}

/** As the inbox keeps it until a worker has the other parts. The octets are in base 64. */
export interface StoredPart extends Omit<StoredInboundSms, 'text' | 'incomplete'> {
  readonly part: Omit<PartOfText, 'octets'> & { readonly octets: string };
}

const LONGEST_KEY = 200;
const LONGEST_ADDRESS = 20;
/** More than a phone can send: 255 parts of 67 characters are 17,085. */
const LONGEST_TEXT = 20_000;

/** Makes a message or a part that PostgreSQL can store; null without a sender or a number. */
export function toStored(message: InboundSms, receivedAt: Date): StoredInboundSms | StoredPart | null {
  const from = addressOf(message.from);
  const to = addressOf(message.to);
  if (from === '' || to === '') return null;
  const { key, part, organisationId } = message;
  const sentAt = message.sentAt && timeOf(message.sentAt);
  const known = {
    key: key.length <= LONGEST_KEY && storable(key) === key ? key : createHash('sha256').update(key).digest('hex'),
    from,
    to,
    receivedAt: receivedAt.toISOString(),
    ...(sentAt && { sentAt }),
    ...(organisationId !== undefined && { organisationId }),
  };
  if (part) return { ...known, part: { ...part, octets: part.octets.toString('base64') } };
  return { ...known, ...bounded(message.text, message.incomplete ?? false) };
}

/** A text of bounded length; the rest of a longer one is missing. */
export function bounded(text: string | null, isIncomplete: boolean): Pick<StoredInboundSms, 'text' | 'incomplete'> {
  const stored = text && storable(text);
  const isCut = stored !== null && stored.length > LONGEST_TEXT;
  return {
    text: isCut ? stored.slice(0, LONGEST_TEXT).toWellFormed() : stored,
    ...((isCut || isIncomplete) && { incomplete: true }),
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
