import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { isCommit, type WorkerStep, watchSteps } from './worker-steps.js';

export interface DatabaseProxy {
  /** The same address, by way of the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  /** Keeps every connection, takes new ones, and passes nothing either way: a network that has lost a route. */
  stall(): void;
  /** Whatever was cut may connect again, and whatever stalled goes on where it stood. */
  heal(): void;
  /**
   * Heals for new connections alone. Those that stalled stay so for ever, as behind a firewall that has forgotten them:
   * neither side is told.
   */
  forget(): void;
  /** PostgreSQL's answer to the next such step reaches the worker so much later. */
  delayAnswer(step: WorkerStep, ms: number): void;
  /** Asked at every COMMIT: whether the connection breaks when PostgreSQL has committed, and the answer gets lost. */
  losesCommit: () => boolean;
  /** Heals, and no fault is to come. */
  calm(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** Stands between the program and its database, so that a test can take the database away. */
export async function startProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<Pair>();
  const forgotten = new Set<Pair>();
  let isCut = false;
  let isStalled = false;
  let delay: { readonly step: WorkerStep; readonly ms: number } | null = null;

  const delayed = new Set<Pair>();
  const holdAnswers = (pair: Pair, ms: number) => {
    const { client, upstream } = pair;
    delayed.add(pair);
    upstream.unpipe(client);
    upstream.pause();
    setTimeout(() => {
      if (delayed.delete(pair) && !isStalled && pairs.has(pair)) upstream.pipe(client);
    }, ms).unref();
  };

  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const pair = { client, upstream: createConnection(Number(port), hostname) };
    pairs.add(pair);
    const stepsIn = watchSteps();
    // Before the bytes go on to PostgreSQL, so that no answer can overtake the fault.
    client.on('data', (chunk: Buffer) => {
      const steps = stepsIn(chunk);
      if (delay !== null && steps.includes(delay.step)) {
        holdAnswers(pair, delay.ms);
        delay = null;
      } else if (steps.some(isCommit) && proxy.losesCommit()) loseAnswer(pair);
    });
    client.pause();
    for (const [socket, other] of bothWays(pair)) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (forgotten.has(pair)) return;
        pairs.delete(pair);
        other.destroy();
      });
    }
    if (!isStalled) pass(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: DatabaseProxy = {
    url: url.href,
    cut() {
      isCut = true;
      for (const { client, upstream } of [...pairs, ...forgotten]) {
        client.destroy();
        upstream.destroy();
      }
      forgotten.clear();
    },
    stall() {
      isStalled = true;
      for (const pair of pairs) hold(pair);
    },
    heal() {
      isCut = false;
      if (isStalled) {
        for (const pair of pairs) pass(pair);
        delayed.clear();
      }
      isStalled = false;
    },
    forget() {
      for (const pair of pairs) forgotten.add(pair);
      pairs.clear();
      proxy.heal();
    },
    delayAnswer(step, ms) {
      delay = { step, ms };
    },
    losesCommit: () => false,
    calm() {
      delay = null;
      proxy.losesCommit = () => false;
      proxy.heal();
    },
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

/** What PostgreSQL sends when it has answered everything, but for the state of the transaction. */
const READY_FOR_QUERY = Buffer.from('5a00000005', 'hex');

/** Until then the process waits: without an answer it could not know whether PostgreSQL has got the COMMIT at all. */
function loseAnswer({ client, upstream }: Pair): void {
  upstream.unpipe(client);
  upstream.on('data', (chunk: Buffer) => {
    if (!chunk.subarray(0, -1).subarray(-READY_FOR_QUERY.length).equals(READY_FOR_QUERY)) return;
    client.destroy();
    upstream.destroy();
  });
  upstream.resume();
}

function bothWays({ client, upstream }: Pair): [Socket, Socket][] {
  return [
    [client, upstream],
    [upstream, client],
  ];
}

function pass(pair: Pair): void {
  for (const [socket, other] of bothWays(pair)) socket.pipe(other);
}

function hold(pair: Pair): void {
  for (const [socket, other] of bothWays(pair)) {
    socket.unpipe(other);
    socket.pause();
  }
}
