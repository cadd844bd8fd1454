import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Guards against server-side request forgery: a caller's URL could lead into the operator's own network. Refuses
 * private, loopback, link-local, carrier-grade NAT, translated (NAT64, 6to4), documentation and benchmark ranges, in
 * any notation.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === CLOUD_HOST_AGENT) return false;
  const parsed = ipaddr.process(address);
  // Only 2000::/3 of IPv6 is allocated; outside of it are deprecated forms of IPv4 addresses.
  if (parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return false;
  return parsed.range() === 'unicast';
}

/** Looks public, but is the host agent of Azure's virtual machines. */
const CLOUD_HOST_AGENT = '168.63.129.16';

/** Which addresses may be called: the public internet; also this machine; or any. */
export type Reach = 'public' | 'loopback' | 'any';

export function isWithin(reach: Reach, address: string): boolean {
  if (reach === 'any' || isPublicAddress(address)) return true;
  return reach === 'loopback' && isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}

export type UrlVerdict = 'public' | 'private' | 'unknown_host';

/** The URL parser has normalised the host: `0x7f.1` has become `127.0.0.1`. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

/** Checks without DNS, so a public name may still resolve to a private address. */
export function hasPrivateHost(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host)) return !isPublicAddress(host);
  // Names without a dot, and reserved ones, never resolve to public addresses.
  return !host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host);
}

/** Not `dns.lookup`: a silent name server would occupy one of the four threads of libuv's pool. */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** Resolves a name. Refuses it if any of its addresses is out of reach. */
export async function judgeHost(url: URL, reach: Reach = 'public'): Promise<UrlVerdict> {
  if (reach === 'any') return 'public';
  const host = hostOf(url);
  if (isIP(host)) return isWithin(reach, host) ? 'public' : 'private';
  if (reach === 'loopback' && host === LOCALHOST) return 'public';
  if (hasPrivateHost(url)) return 'private';
  const addresses = await addressesOf(host);
  if (addresses.length === 0) return 'unknown_host';
  return addresses.every((address) => isWithin(reach, address)) ? 'public' : 'private';
}

const LOCALHOST = 'localhost';

/** Empty if the name does not exist or no name server answers. */
export async function addressesOf(host: string): Promise<string[]> {
  // Never by DNS.
  if (host === LOCALHOST) return ['127.0.0.1'];
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
