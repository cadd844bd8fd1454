import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

export interface DatabaseProxy {
  /** The same address, by way of the proxy. */
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  cut(): void;
  heal(): void;
  stop(): Promise<void>;
}

/** Stands between the program and its database, so that a test can take the database away. */
export async function startProxy(target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = createConnection(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: DatabaseProxy = {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    heal() {
      isCut = false;
    },
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
