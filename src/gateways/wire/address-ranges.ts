import { z } from 'zod';
import { type AddressRange, isInRanges, readAddressRange } from '../../lib/net/address-ranges.js';

/** Network addresses from which alone something may come. */
export interface AddressRanges {
  /** False for what is no address at all. */
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

/** An empty list would let nobody in, and look like no list. */
export const addressRanges = z
  .array(addressRange)
  .min(1, 'must name at least one address')
  .max(1_000)
  .transform((ranges): AddressRanges => ({ include: (address) => isInRanges(ranges, address) }));
