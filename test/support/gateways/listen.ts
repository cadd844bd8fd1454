import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  readonly url: string;
  /** Also ends the calls under way; nothing happens the second time. */
  close(): Promise<void>;
}

export async function listenHttp(onRequest: RequestListener): Promise<LocalServer> {
  const server = createServer(onRequest);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
