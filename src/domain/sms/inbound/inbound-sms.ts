import { cut, storable, storableKey, storableText, storableTime } from '../../received.js';
import { parseMobile } from '../phone-number.js';
import type { PartOfText } from './long-texts/parts.js';

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

const LONGEST_ADDRESS = 20;

/** Makes a message or a part that PostgreSQL can store; null without a sender or a number. */
export function toStored(message: InboundSms, receivedAt: Date): StoredInboundSms | StoredPart | null {
  const from = addressOf(message.from);
  const to = addressOf(message.to);
  if (from === '' || to === '') return null;
  const { key, part, organisationId } = message;
  const sentAt = message.sentAt && storableTime(message.sentAt);
  const known = {
    key: storableKey(key),
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
  const { text: stored, isCut } = text === null ? { text: null, isCut: false } : storableText(text);
  return { text: stored, ...((isCut || isIncomplete) && { incomplete: true }) };
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
