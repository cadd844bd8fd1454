import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Network addresses from which alone something may come. */
export interface AddressRanges {
  /** False for what is no address at all. */
  include(address: string): boolean;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The bits before an IPv4 address that is written as IPv6. */
const MAPPED_BITS = 96;

const addressRange = z.string().transform((text, context): Range => {
  const range = readRange(text);
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
  .transform((ranges): AddressRanges => ({ include: (address) => isWithin(ranges, address) }));

function isWithin(ranges: readonly Range[], address: string): boolean {
  if (isIP(address) === 0) return false;
  // A server that listens on IPv6 as well sees callers of IPv4 as ::ffff:192.0.2.7.
  const caller = ipaddr.process(address);
  return ranges.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits));
}

/** The library alone would take 0x7f.1 and other forms that nobody should use any more. */
function readRange(text: string): Range | null {
  const [, address = '', length] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0) return null;
  const most = family === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return null;
  const network = ipaddr.process(address);
  if (family === 4 || network.kind() === 'ipv6') return [network, bits];
  return bits < MAPPED_BITS ? null : [network, bits - MAPPED_BITS];
}
