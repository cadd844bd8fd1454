import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What a mail server got. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** As whom the sender had signed in. */
  readonly user: string | undefined;
  readonly isEncrypted: boolean;
}

export interface SmtpPeer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Recipients that were asked for, whether or not they were accepted. */
  readonly recipients: readonly string[];
  /** As if the machine were switched off: connections are gone without a word. */
  hangUp(): void;
  stop(): Promise<void>;
}

/** What an SMTP server says instead of yes. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export interface Refusals {
  readonly sender?: Error;
  readonly recipient?: Error;
  readonly mail?: Error;
}

/** A real SMTP server; without TLS and logins unless `options` say otherwise. */
export async function startSmtpPeer(refusals: Refusals = {}, options: SMTPServerOptions = {}): Promise<SmtpPeer> {
  const received: ReceivedMail[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 0,
    onMailFrom: (_address, _session, callback) => callback(refusals.sender),
    onRcptTo({ address }, _session, callback) {
      recipients.push(address);
      callback(refusals.recipient);
    },
    async onData(stream, { envelope, user, secure }, callback) {
      const raw = await text(stream);
      if (refusals.mail) return callback(refusals.mail);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      received.push({ from, to, raw, user: user as string | undefined, isEncrypted: secure });
      return callback();
    },
    ...options,
  });
  // Clients that go away in the middle.
  server.on('error', () => undefined);
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket) => sockets.add(socket));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, recipients, hangUp, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Something that accepts connections, and does with them as it is told; by default it never says a word. */
export async function startListener(onConnection: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return { port, stop };
}
