import type { Socket } from 'node:net';
import { COMMAND, createFramer, encodePdu, isResponse, nextSequence, type Pdu, RESPONSE, STATUS } from './pdu.js';
import { createPending, type Reply } from './pending.js';

export interface Link {
  /** Never rejects. Ignores an answer after the timeout. */
  request(command: number, body: Buffer, timeoutMs: number, signal?: AbortSignal): Promise<Reply>;
  /** Does nothing if the connection is closed. */
  respond(request: Pdu, status: number, body?: Buffer): void;
  /** Answers with a generic_nack. */
  refuse(request: Pdu, status: number): void;
  lastReceivedAtMs(): number;
  /** How many requests the peer has answered on this connection, the bind and refusals included. */
  answers(): number;
  isOpen(): boolean;
  close(code: string): void;
  /** Resolves with the reason when the connection is closed. */
  readonly closed: Promise<string>;
}

/** Back-pressure: a peer that sends requests but reads no answers would fill the memory. */
const MAX_UNREAD_OCTETS = 1_048_576;
const FLUSH_MS = 1_000;

/** An open connection: matches answers with requests, and passes the peer's own requests to `onRequest`. */
export function createLink(socket: Socket, onRequest: (request: Pdu, link: Link) => void): Link {
  const pending = createPending();
  const frame = createFramer();
  const { promise: closed, resolve: tellClosed } = Promise.withResolvers<string>();
  let sequence = 0;
  let receivedAtMs = performance.now();
  let answers = 0;
  let isOpen = true;

  socket.setNoDelay(true);
  socket.on('data', receive);
  // "close" follows each error.
  socket.on('error', (error: NodeJS.ErrnoException) => close(error.code ?? error.name));
  socket.on('end', () => close('CLOSED_BY_PEER'));
  socket.on('close', () => close('CLOSED'));

  function receive(chunk: Buffer): void {
    receivedAtMs = performance.now();
    const { pdus, isBroken } = frame(chunk);
    for (const pdu of pdus) {
      if (!isOpen) return;
      if (!isResponse(pdu)) onRequest(pdu, link);
      else if (pending.answer(pdu)) answers += 1;
    }
    if (!isBroken) return;
    write(encodePdu({ command: COMMAND.genericNack, status: STATUS.invalidLength, sequence: 0 }));
    close('GARBAGE');
  }

  function write(octets: Buffer): void {
    if (!isOpen) return;
    // PDUs that are written in one tick leave in one packet.
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    socket.write(octets);
    if (socket.writableLength > MAX_UNREAD_OCTETS) close('PEER_DOES_NOT_READ');
  }

  function close(code: string): void {
    if (!isOpen) return;
    isOpen = false;
    socket.off('data', receive).resume();
    closeSoon(socket);
    pending.loseAll(code);
    tellClosed(code);
  }

  const link: Link = {
    request(command, body, timeoutMs, signal) {
      if (!isOpen) return Promise.resolve({ kind: 'not_sent', code: 'CLOSED' });
      if (signal?.aborted) return Promise.resolve({ kind: 'not_sent', code: 'ABORTED' });
      sequence = nextSequence(sequence);
      const reply = pending.open({ command, sequence }, timeoutMs, signal);
      write(encodePdu({ command, sequence, body }));
      return reply;
    },

    respond({ command, sequence: asked }, status, body) {
      write(encodePdu({ command: command + RESPONSE, status, sequence: asked, ...(body && { body }) }));
    },

    refuse({ sequence: asked }, status) {
      write(encodePdu({ command: COMMAND.genericNack, status, sequence: asked }));
    },

    lastReceivedAtMs: () => receivedAtMs,
    answers: () => answers,
    isOpen: () => isOpen,
    close,
    closed,
  };
  return link;
}

/** Lets the socket flush, but not for longer than FLUSH_MS: the peer may not read. */
function closeSoon(socket: Socket): void {
  socket.destroySoon();
  setTimeout(() => socket.destroy(), FLUSH_MS).unref();
}
