/**
 * The reference of an attempt. The gateway gets it with the message, and may echo it in reports. It names organisation,
 * message and attempt, so a report needs no look-up across organisations. 34 bytes as base64url: 46 characters, safe in
 * URLs and headers.
 */
export interface AttemptReference {
  readonly organisationId: string;
  readonly messageId: string;
  readonly attempt: number;
}

const REFERENCE_BYTES = 34;
/** The largest smallint of PostgreSQL. A greater number is forged, and a statement with it would fail. */
const LARGEST_ATTEMPT = 2 ** 15 - 1;
const REFERENCE_PATTERN = /^[A-Za-z0-9_-]{46}$/;

export function encodeReference({ organisationId, messageId, attempt }: AttemptReference): string {
  const hex =
    organisationId.replaceAll('-', '') + messageId.replaceAll('-', '') + attempt.toString(16).padStart(4, '0');
  return Buffer.from(hex, 'hex').toString('base64url');
}

/**
 * The characters that hold nothing but the ids of organisation and message, without the last four bits: the same for
 * all attempts.
 */
export const REFERENCE_PREFIX = 42;

/** How the references of all attempts of a message begin. */
export function referencePrefix(organisationId: string, messageId: string): string {
  return encodeReference({ organisationId, messageId, attempt: 0 }).slice(0, REFERENCE_PREFIX);
}

/** Returns null for anything that is not one of our references: reports come from outside. */
export function decodeReference(reference: string): AttemptReference | null {
  if (!REFERENCE_PATTERN.test(reference)) return null;
  const hex = Buffer.from(reference, 'base64url').toString('hex');
  if (hex.length !== REFERENCE_BYTES * 2) return null;
  const attempt = Number.parseInt(hex.slice(64), 16);
  if (attempt > LARGEST_ATTEMPT) return null;
  return { organisationId: toUuid(hex.slice(0, 32)), messageId: toUuid(hex.slice(32, 64)), attempt };
}

function toUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
