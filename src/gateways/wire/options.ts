import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type AddressRange, isInRanges, readAddressRange } from '../../lib/net/address-ranges.js';

/** Parts of the options of several kinds of gateways and engines. */

const MIN_SECRET_LENGTH = 16;

/** Both sides sign with it. */
export const sharedSecret = z.string().min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`);

export const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an http or https address without user, query and fragment');

/** The base of all calls. */
export const baseUrl = webAddress.transform((url) => url.replace(/\/+$/, ''));

/** A secret that is sent in an HTTP header, where the client refuses other characters. */
export const headerSecret = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must have 1 to 200 visible ASCII characters');

export const secretFile = z.string().min(1).optional();

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && !url.username && !url.password;
}

type SecretOptions<Field extends string> = { readonly [Key in Field | `${Field}_file`]?: string | undefined };

/** As `secretFrom`, or undefined if neither is set. */
export function optionalSecretFrom<Field extends string>(
  options: SecretOptions<Field>,
  field: Field,
  shape: z.ZodType<string>,
  context: z.RefinementCtx,
): string | undefined {
  const isSet = options[field] !== undefined || options[`${field}_file`] !== undefined;
  return isSet ? secretFrom(options, field, shape, context) : undefined;
}

/** Returns the secret in `field`, or in the file that `<field>_file` names. Exactly one of both must be set. */
export function secretFrom<Field extends string>(
  options: SecretOptions<Field>,
  field: Field,
  shape: z.ZodType<string>,
  context: z.RefinementCtx,
): string {
  const complain = (message: string): string => {
    context.addIssue({ code: 'custom', message });
    return '';
  };
  const fileField = `${field}_file` as const;
  const { [field]: secret, [fileField]: file } = options;
  if ((secret === undefined) === (file === undefined)) return complain(`needs either "${field}" or "${fileField}"`);
  if (file === undefined) return secret ?? '';
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch {
    return complain(`"${fileField}" cannot be read`);
  }
  const parsed = shape.safeParse(content);
  return parsed.data ?? complain(`the content of "${fileField}" ${parsed.error?.issues[0]?.message}`);
}

/** An allow-list of network addresses. */
export interface AddressRanges {
  /** False for a text that is not an address. */
  include(address: string): boolean;
}

const addressRange = z.string().transform((text, context): AddressRange => {
  const range = readAddressRange(text);
  if (range) return range;
  context.addIssue({
    code: 'custom',
    message: 'must be an address such as "192.0.2.7" or a range such as "192.0.2.0/24"',
  });
  return z.NEVER;
});

/** Refuses an empty list: it would refuse every caller, but look like no list. */
export const addressRanges = z
  .array(addressRange)
  .min(1, 'must name at least one address')
  .max(1_000)
  .transform((ranges): AddressRanges => ({ include: (address) => isInRanges(ranges, address) }));
