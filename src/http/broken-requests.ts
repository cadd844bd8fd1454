import type { Socket } from 'node:net';
import { newId } from '../lib/ids.js';

const ANSWERS: Readonly<Record<string, readonly [line: string, code: string, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'headers_too_large', 'The headers are too large.'],
};
const OTHERWISE = ['400 Bad Request', 'bad_request', 'This is not a valid HTTP request.'] as const;

/** What cannot be read as HTTP never becomes a request, so it is answered on the socket itself. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [line, code, detail] = ANSWERS[error.code ?? ''] ?? OTHERWISE;
  const requestId = newId();
  const body = JSON.stringify({ detail, code, request_id: requestId });
  const headers = [
    `HTTP/1.1 ${line}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
