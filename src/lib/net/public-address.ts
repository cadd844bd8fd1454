import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses in requests could make the program, or what it passes them to, call the operator's own network. Only
 * addresses of the public internet are let through: this refuses private, loopback, link-local, carrier-grade NAT,
 * translated (NAT64, 6to4), documentation and benchmark ranges, however they are written.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address === CLOUD_HOST_AGENT) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is handed out; outside of it are forms of IPv4 addresses that nobody should use any more.
  if (parsed instanceof ipaddr.IPv6 && ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return false;
  return parsed.range() === 'unicast';
}

/** A public address by its look, behind which every machine of one cloud finds the agent of its host. */
const CLOUD_HOST_AGENT = '168.63.129.16';

/** What addresses may be called: the public internet, this machine as well, or any at all. */
export type Reach = 'public' | 'loopback' | 'any';

export function isWithin(reach: Reach, address: string): boolean {
  if (reach === 'any' || isPublicAddress(address)) return true;
  return reach === 'loopback' && isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}

export type UrlVerdict = 'public' | 'private' | 'unknown_host';

/** The host of a URL as the URL parser has normalised it: `0x7f.1` has become `127.0.0.1`. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

/** Decides without asking anybody, as far as that is possible: a name may still lead anywhere. */
export function hasPrivateHost(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host)) return !isPublicAddress(host);
  // Names without a dot, and those reserved for the machine and its network, never lead to the public internet.
  return !host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)$/i.test(host);
}

/** Not `lookup`: a name server that does not answer would hold one of the process's four threads for as long as it likes. */
const resolver = new Resolver({ timeout: 1_500, tries: 2 });

/** Also looks up a name; one of several addresses that is out of reach is enough to refuse it. */
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

/** None also when no name server knows the name, or none answers. */
export async function addressesOf(host: string): Promise<string[]> {
  // Every machine knows it, whatever name servers say.
  if (host === LOCALHOST) return ['127.0.0.1'];
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
