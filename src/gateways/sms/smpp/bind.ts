import { readFileSync } from 'node:fs';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { statusName } from '../smsc-codes.js';
import { cString } from './fields.js';
import { createLink, type Link } from './link.js';
import type { Times } from './options.js';
import { COMMAND, type Pdu, RESPONSE, STATUS } from './pdu.js';

interface Address {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** CA certificates that replace those of the system. */
  readonly caFile: string | undefined;
}

export type BindKind = 'transceiver' | 'transmitter' | 'receiver';

export interface BindSettings {
  readonly kind: BindKind;
  readonly address: Address;
  readonly account: { readonly systemId: string; readonly password: string; readonly systemType: string };
  readonly times: Times;
  /** Called for a deliver_sm or data_sm; must answer it on `link`. */
  readonly onDeliver: (request: Pdu, link: Link) => void;
}

const BIND_COMMAND: Readonly<Record<BindKind, number>> = {
  transceiver: COMMAND.bindTransceiver,
  transmitter: COMMAND.bindTransmitter,
  receiver: COMMAND.bindReceiver,
};
const INTERFACE_VERSION = 0x34;
/** Statuses for refused credentials. */
const REFUSALS = new Set([0x0d, 0x0e, 0x0f]);

export type Opened = { readonly link: Link } | { readonly fault: string; readonly isRefused: boolean };

/** Returns a bound connection, or the reason why there is none. */
export async function openLink(settings: BindSettings, stopping: AbortSignal): Promise<Opened> {
  const { times, account, kind, address } = settings;
  const deadline = AbortSignal.any([stopping, AbortSignal.timeout(times.bindTimeoutMs)]);
  try {
    const socket = await connect(address, deadline);
    const link = createLink(socket, (request, on) => serve(request, on, settings));
    const reply = await link.request(BIND_COMMAND[kind], bindBody(account), times.bindTimeoutMs, deadline);
    if (reply.kind === 'answered' && reply.status === 0 && reply.command === BIND_COMMAND[kind] + RESPONSE) {
      return { link };
    }
    link.close('BIND_FAILED');
    if (reply.kind !== 'answered') return { fault: reply.code, isRefused: false };
    return { fault: statusName(reply.status), isRefused: REFUSALS.has(reply.status) };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { fault: typeof code === 'string' ? code : name, isRefused: false };
  }
}

/** Resolves when the socket is connected and its certificate checked. Rejects with the reason, also on abort. */
async function connect({ host, port, tls, caFile }: Address, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  // Read for each connection, because certificates are renewed while the process runs.
  const socket = tls
    ? connectTls({ host, port, ...(caFile && { ca: readFileSync(caFile) }), ALPNProtocols: [] })
    : connectPlain({ host, port });
  const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
  socket.once(tls ? 'secureConnect' : 'connect', resolve).on('error', reject);
  // Without an error before it, since nothing else would end the wait before the signal.
  socket.once('close', () => reject(Object.assign(new Error('The connection was closed.'), { code: 'CLOSED' })));
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  try {
    await connected;
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function bindBody({ systemId, password, systemType }: BindSettings['account']): Buffer {
  return Buffer.concat([
    cString(systemId),
    cString(password),
    cString(systemType),
    // interface_version, addr_ton, addr_npi, and an empty address_range
    Buffer.from([INTERFACE_VERSION, 0, 0, 0]),
  ]);
}

function serve(request: Pdu, link: Link, { onDeliver }: BindSettings): void {
  switch (request.command) {
    case COMMAND.deliverSm:
    case COMMAND.dataSm:
      onDeliver(request, link);
      break;
    case COMMAND.enquireLink:
      link.respond(request, STATUS.ok);
      break;
    case COMMAND.unbind:
      link.respond(request, STATUS.ok);
      link.close('UNBOUND');
      break;
    // These have no response.
    case COMMAND.alertNotification:
    case COMMAND.outbind:
      break;
    default:
      link.refuse(request, STATUS.invalidCommand);
  }
}
