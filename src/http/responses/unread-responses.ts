import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STALLED_MS } from '../subscription-transport.js';

/** Shorter ones fit into the buffers of the operating system. */
const LONG_BYTES = 64 * 1024;

export type ResponseHook = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>;

/** A connection with long responses that its client has not read. */
interface Unread {
  readonly organisationId: string;
  bytes: number;
}

/**
 * A hook before a response is sent, which bounds the memory of responses that clients do not read. It disconnects a
 * client that reads nothing, within a minute: Node looks twice. Clients may also read slowly: if the responses to all
 * of them exceed the limit, it disconnects the client of the organisation with most of them that has waited longest, so
 * that one organisation cannot use up the memory that others need.
 */
export function limitUnreadResponses(limitBytes: number): ResponseHook {
  /** The connection that has waited longest is first. */
  const unread = new Map<Socket, Unread>();
  const watched = new WeakSet<Socket>();

  function disconnectOne(): void {
    const all = [...unread.values()];
    if (sizeOf(all) <= limitBytes) return;
    const organisations = [...Map.groupBy(all, ({ organisationId }) => organisationId).values()];
    const most = organisations.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one));
    const [socket] = [...unread].find(([, one]) => one === most[0]) ?? [];
    // At once, because the close event comes later, after more responses.
    if (socket) unread.delete(socket);
    socket?.destroy();
  }

  return async (request, reply, payload) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
    if (bytes < LONG_BYTES) return payload;
    const { socket } = request.raw;
    reply.raw.setTimeout(STALLED_MS, () => socket.destroy());
    const ofSocket = unread.get(socket) ?? watch(socket, request.postrider?.caller?.organisationId ?? '');
    ofSocket.bytes += bytes;
    reply.raw.once('close', () => {
      ofSocket.bytes -= bytes;
      if (ofSocket.bytes === 0) unread.delete(socket);
    });
    disconnectOne();
    return payload;
  };

  function watch(socket: Socket, organisationId: string): Unread {
    const added = { organisationId, bytes: 0 };
    unread.set(socket, added);
    // Node tells the response that is being sent of the end of a connection, but not those that wait behind it.
    if (!watched.has(socket)) socket.once('close', () => unread.delete(socket));
    watched.add(socket);
    return added;
  }
}

const sizeOf = (connections: readonly Unread[]) => connections.reduce((sum, { bytes }) => sum + bytes, 0);
