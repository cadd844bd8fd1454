import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** CA certificates that replace those of the system. */
  readonly caFile: string | undefined;
}

/** Resolves when the socket is connected and its certificate checked. Rejects with the reason, also on abort. */
export function connect({ host, port, tls, caFile }: Address, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // Read for each connection, because certificates are renewed while the process runs.
    const socket = tls
      ? connectTls({ host, port, ...(caFile && { ca: readFileSync(caFile) }), ALPNProtocols: [] })
      : connectPlain({ host, port });
    const settle = (finish: () => void): void => {
      signal.removeEventListener('abort', abort);
      socket.removeListener('error', fail);
      socket.removeListener('close', closed);
      finish();
    };
    const fail = (error: Error): void =>
      settle(() => {
        socket.on('error', () => undefined);
        socket.destroy();
        reject(error);
      });
    const abort = (): void => fail(signal.reason);
    const closed = (): void => fail(new Error('closed while connecting'));
    signal.addEventListener('abort', abort);
    socket.once('error', fail);
    socket.once('close', closed);
    socket.once(tls ? 'secureConnect' : 'connect', () => settle(() => resolve(socket)));
  });
}
