import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import smpp from 'smpp';

/** A PDU as the independent codec reads it. */
export const WirePdu = smpp.PDU;
export type WirePdu = InstanceType<typeof smpp.PDU>;

export interface PeerConnection {
  readonly socket: Socket;
  send(command: string, fields?: Record<string, unknown>): void;
}

/** What the peer does with a request. */
export type Answer = (request: WirePdu, connection: PeerConnection) => void;

export interface SmppPeer {
  readonly port: number;
  /** Everything that was read, in order. */
  readonly received: WirePdu[];
  of(command: string): WirePdu[];
  connections(): readonly PeerConnection[];
  onBind: Answer;
  onSubmit: Answer;
  onEnquire: Answer;
  onConnection: (connection: PeerConnection) => void;
  /** Sends a deliver_sm, or whatever is named, on the newest connection. */
  deliver(fields: Record<string, unknown>, command?: string): void;
  close(): Promise<void>;
}

export function encode(command: string, fields: Record<string, unknown> = {}): Buffer {
  return new WirePdu(command, fields).toBuffer();
}

/** Answers with `fields`, a command_status among them. */
export function answer(fields: Record<string, unknown> = {}): Answer {
  return ({ command, sequence_number }, { send }) => send(`${command}_resp`, { sequence_number, ...fields });
}

export const silence: Answer = () => undefined;

/** Accepts and gives every message its own id. */
export function accept(prefix = 'id-'): Answer {
  let last = 0;
  return (request, connection) => {
    last += 1;
    answer({ message_id: `${prefix}${last}` })(request, connection);
  };
}

/** The text of a receipt with both parameters beside it. */
export function receipt(id: string, stat: string, state: number): Record<string, unknown> {
  return {
    esm_class: 4,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2401011200 done date:2401011201 stat:${stat} err:000 text:hi`,
    receipted_message_id: id,
    message_state: state,
  };
}

type Listen = (serve: (socket: Socket) => void) => Server;

/** A message centre on this machine. Its framing is the test's own, its codec that of npm smpp. */
export async function startSmppPeer(listen: Listen = createServer): Promise<SmppPeer> {
  const received: WirePdu[] = [];
  const connections = new Set<PeerConnection>();
  const server = listen((socket) => {
    const connection = { socket, send: (command: string, fields = {}) => void socket.write(encode(command, fields)) };
    connections.add(connection);
    socket.on('close', () => connections.delete(connection)).on('error', () => undefined);
    peer.onConnection(connection);
    readPdus(socket, (request) => {
      received.push(request);
      respond(request, connection);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  function respond(request: WirePdu, connection: PeerConnection): void {
    if (/^bind_(transceiver|transmitter|receiver)$/.test(request.command)) peer.onBind(request, connection);
    if (request.command === 'submit_sm') peer.onSubmit(request, connection);
    if (request.command === 'enquire_link') peer.onEnquire(request, connection);
    if (request.command === 'unbind') answer()(request, connection);
  }

  const peer: SmppPeer = {
    port: (server.address() as AddressInfo).port,
    received,
    of: (command) => received.filter((pdu) => pdu.command === command),
    connections: () => [...connections],
    onBind: answer({ system_id: 'peer' }),
    onSubmit: accept(),
    onEnquire: answer(),
    onConnection: () => undefined,
    deliver: (fields, command = 'deliver_sm') =>
      [...connections].at(-1)?.send(command, { sequence_number: 1, ...fields }),
    async close() {
      if (!server.listening) return;
      const closed = once(server.close(), 'close');
      for (const { socket } of connections) socket.destroy();
      await closed;
    },
  };
  return peer;
}

function readPdus(socket: Socket, take: (pdu: WirePdu) => void): void {
  let octets = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    octets = Buffer.concat([octets, chunk]);
    while (octets.length >= 16 && octets.length >= octets.readUInt32BE(0)) {
      const length = octets.readUInt32BE(0);
      take(new WirePdu(Buffer.from(octets.subarray(0, length))));
      octets = octets.subarray(length);
    }
  });
}

/** The text that a phone would show for a submit_sm. */
export function textOf({ short_message, message_payload }: WirePdu): string {
  const { message } = (message_payload ?? short_message) as { message: string };
  return message;
}
