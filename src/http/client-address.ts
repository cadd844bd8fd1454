import type { IncomingMessage } from 'node:http';

/** Where a call comes from; with proxies in front, from what they have added, the nearest last. As Fastify reads it. */
export function clientAddress({ socket, headers }: IncomingMessage, trustProxy: boolean | number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const named = forwarded.map((address) => address.trim()).filter(Boolean);
  const addresses = [socket.remoteAddress ?? '', ...named.reverse()];
  const believed = typeof trustProxy === 'number' ? trustProxy : trustProxy ? addresses.length : 0;
  return addresses[Math.min(believed, addresses.length - 1)] ?? '';
}
