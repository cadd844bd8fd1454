import type { CallbackRequest } from '../../src/domain/sms/gateway.js';
import type { ReceivedRequest } from './http/peer.js';

/** What a gateway would be handed of a request to an address below `callbackUrl`. */
export function callbackRequest(
  callbackUrl: string,
  { method, path, headers, body }: ReceivedRequest,
): CallbackRequest {
  const base = new URL(callbackUrl);
  const { pathname, searchParams } = new URL(path, base);
  return {
    method,
    path: pathname.slice(base.pathname.length).replace(/^\//, ''),
    remoteAddress: '127.0.0.1',
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0] ?? ''])),
    rawBody: Buffer.from(body),
  };
}
