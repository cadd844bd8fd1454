import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network and how many of its first bits count. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The bits before an IPv4 address that is written as IPv6. */
const MAPPED_BITS = 96;
/** An IPv6 address of a kind that is no longer in use, which the library would take for the IPv4 address at its end. */
const COMPATIBLE = /^::\d+\.\d/;
/** Whoever has one address of IPv6 usually has all of a network of this size. */
const IPV6_HOME_BITS = 64;

/** "192.0.2.7" or "192.0.2.0/24"; null for anything else. The library alone would take 0x7f.1 as well. */
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

/** False for what is no address at all. */
export function isInRanges(ranges: readonly AddressRange[], address: string): boolean {
  if (isIP(address) === 0 || COMPATIBLE.test(address)) return false;
  // A server that listens on IPv6 as well sees callers of IPv4 as ::ffff:192.0.2.7.
  const caller = ipaddr.process(address);
  return ranges.some(([network, bits]) => network.kind() === caller.kind() && caller.match(network, bits));
}

/** Such as a proxy may pass on: whatever it is, it must not become a key of the caller's own choice. */
const NO_ADDRESS = 'unknown';

/** What stands for one caller where callers are counted. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return NO_ADDRESS;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_HOME_BITS}`).toString();
}
