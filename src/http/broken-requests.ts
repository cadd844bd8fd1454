import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../domain/error-codes.js';
import { newId } from '../lib/ids.js';
import { HttpRefusal, refusal } from './failures.js';

type Headers = Readonly<Record<string, string>>;
type Words = readonly [line: string, code: ErrorCode, detail: string];

const ANSWERS: Readonly<Record<string, Words>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
};
const OTHERWISE: Words = ['400 Bad Request', 'bad_request', 'This is not a valid HTTP request.'];
const NO_WEBSOCKET: Words = ['400 Bad Request', 'bad_request', 'This is not how a WebSocket is opened.'];
const FOREIGN_PAGE: Words = [
  '403 Forbidden',
  'forbidden',
  'Pages of this origin may not open a WebSocket here: ALLOWED_ORIGINS does not name it.',
];

const NO_HOST = refusal(400, 'bad_request', 'The Host header is missing.');
const UNMET = refusal(417, 'expectation_failed', 'The only expectation that is met is 100-continue.');

/** Requests that Node would refuse itself, without the headers and the body of our refusals. */
export function refuseUnfit({ httpVersion, headers }: IncomingMessage): HttpRefusal | null {
  if (httpVersion !== '1.1') return null;
  // As Node does: where such a request ends may be read differently by a proxy in front.
  if (headers.host === undefined) return new HttpRefusal(NO_HOST, { connection: 'close' });
  return /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? '100-continue') ? null : new HttpRefusal(UNMET);
}

/** What cannot be read as HTTP never becomes a request, so it is answered on the socket itself. */
export const answerBrokenRequests = (common: Headers) => (error: Error & { code?: string }, socket: Duplex) => {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  write(socket, ANSWERS[error.code ?? ''] ?? OTHERWISE, common);
};

/** The same for a WebSocket that is none. */
export const answerBrokenUpgrades = (common: Headers) => (_error: Error, socket: Duplex, request: IncomingMessage) => {
  const version = request.headers['sec-websocket-version'] === '13' ? {} : { 'Sec-WebSocket-Version': '13' };
  write(socket, NO_WEBSOCKET, { ...common, ...version });
};

/** And for one that is asked for by a page of an origin that is not allowed. */
export const refuseForeignPage = (socket: Duplex, common: Headers) => write(socket, FOREIGN_PAGE, common);

function write(socket: Duplex, [line, code, detail]: Words, more: Headers): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  const requestId = newId();
  const body = JSON.stringify({ detail, code, request_id: requestId });
  const headers = {
    ...more,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${[line, ...lines].join('\r\n')}\r\n\r\n${body}`);
}
