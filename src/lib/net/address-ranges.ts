import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network and the length of its prefix. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The prefix of an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;
/** The deprecated IPv4-compatible IPv6 address, which the library would read as IPv4. */
const COMPATIBLE = /^::\d+\.\d/;
/** One customer usually has a whole /64. */
const IPV6_HOME_BITS = 64;

/** Parses "192.0.2.7" or "192.0.2.0/24"; null for anything else. The library alone would also accept 0x7f.1. */
export function readAddressRange(text: string): AddressRange | null {
  const [, address = '', length] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || COMPATIBLE.test(address)) return null;
  const most = family === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  if (bits > most) return null;
  const network = ipaddr.process(address);
  if (family === 4 || network.kind() === 'ipv6') return [network, bits];
  return bits < MAPPED_BITS ? null : [network, bits - MAPPED_BITS];
}

/** False for a text that is not an address. */
export function isInRanges(ranges: readonly AddressRange[], address: string): boolean {
  if (isIP(address) === 0 || COMPATIBLE.test(address)) return false;
  // A dual-stack server sees IPv4 callers as ::ffff:192.0.2.7.
  const caller = ipaddr.process(address);
  return ranges.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits));
}

/** One key for everything that is not an address: a caller could choose the text that a proxy forwards. */
const NO_ADDRESS = 'unknown';

/** The key for limits per caller: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return NO_ADDRESS;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_HOME_BITS}`).toString();
}
