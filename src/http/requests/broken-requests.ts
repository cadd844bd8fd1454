import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Failure, failure } from '../../api/error-map.js';
import { errorBody } from '../../api/rest/errors.js';
import { newId } from '../../lib/ids.js';
import { HttpRefusal } from '../responses/failures.js';

type Headers = Readonly<Record<string, string>>;

const BROKEN: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: failure('request_timeout'),
  HPE_HEADER_OVERFLOW: failure('headers_too_large'),
};
const OTHERWISE = failure('bad_request');
const NO_WEBSOCKET = failure('bad_request', 'The WebSocket handshake is not valid.');
const FOREIGN_PAGE = failure(
  'forbidden',
  'Pages of this origin may not open a WebSocket here: ALLOWED_ORIGINS does not name it.',
);

const NO_HOST = failure('bad_request', 'The Host header is missing.');
const UNMET = failure('expectation_failed');

/** Refuses requests that Node would refuse itself, but without the headers and the body of our errors. */
export function refuseUnfit({ httpVersion, headers }: IncomingMessage): HttpRefusal | null {
  if (httpVersion !== '1.1') return null;
  // As Node does: a proxy in front may see another end of such a request.
  if (headers.host === undefined) return new HttpRefusal(NO_HOST, { connection: 'close' });
  return /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? '100-continue') ? null : new HttpRefusal(UNMET);
}

/** Input that is not HTTP never becomes a request, so the response is written to the socket. */
export const answerBrokenRequests = (common: Headers) => (error: Error & { code?: string }, socket: Duplex) => {
  if (error.code === 'ECONNRESET') return void socket.destroy();
  write(socket, BROKEN[error.code ?? ''] ?? OTHERWISE, common);
};

/** The same for an invalid WebSocket handshake. */
export const answerBrokenUpgrades = (common: Headers) => (_error: Error, socket: Duplex, request: IncomingMessage) => {
  const version = request.headers['sec-websocket-version'] === '13' ? {} : { 'Sec-WebSocket-Version': '13' };
  write(socket, NO_WEBSOCKET, { ...common, ...version });
};

/** The same for a WebSocket from a page of an origin that is not allowed. */
export const refuseForeignPage = (socket: Duplex, common: Headers) => write(socket, FOREIGN_PAGE, common);

function write(socket: Duplex, refused: Failure, more: Headers): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy();
  const requestId = newId();
  const body = JSON.stringify(errorBody(refused, requestId));
  const headers = {
    ...more,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const line = `${refused.status} ${STATUS_CODES[refused.status]}`;
  socket.end(`HTTP/1.1 ${[line, ...lines].join('\r\n')}\r\n\r\n${body}`);
}
