import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

type HttpServer = FastifyInstance['server'];

/** A busy event loop takes in a connection a turn; more turns than connections may ever wait. */
const MOST_TURNS = 1_000;
/** Time for what has been sent on the youngest connections to arrive and be read. */
const LAST_REQUESTS_MS = 100;

/**
 * Ends listening without breaking a single request. Node's own close would do both at once: end connections that were
 * made a moment ago and whose request nobody has read yet, and leave those to be reset that nobody has accepted yet.
 */
export async function stopListening(server: HttpServer): Promise<void> {
  await acceptAll(server);
  TcpServer.prototype.close.call(server);
  await sleep(LAST_REQUESTS_MS);
}

/** Returns after a turn of the event loop in which no connection came. */
async function acceptAll(server: HttpServer): Promise<void> {
  let arrived = true;
  const notice = () => {
    arrived = true;
  };
  server.on('connection', notice);
  for (let turns = 0; arrived && turns < MOST_TURNS; turns += 1) {
    arrived = false;
    await turn();
  }
  server.off('connection', notice);
}
