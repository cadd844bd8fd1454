import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { addressesOf, isWithin, type Reach } from './public-address.js';

export interface ConnectionLimits {
  /** The client connects to no other addresses, wherever a name leads at that moment. */
  readonly reach: Reach;
  /**
   * Closes a connection on which an answer with all that surrounds it takes more bytes, within 0.2 s; unbounded by
   * default.
   */
  readonly maxReceivedBytes?: number;
}

interface Connections {
  readonly connect: buildConnector.connector;
  readonly stop: () => void;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** How an HTTP client opens its connections, within these limits. */
export function openConnections({ reach, maxReceivedBytes }: ConnectionLimits): Connections {
  const options = { timeout: CONNECT_TIMEOUT_MS, allowH2: false };
  // With reach "any" the system resolves names, because it also knows those of the hosts file.
  const connect =
    reach === 'any'
      ? buildConnector(options)
      : connectWithin(reach, buildConnector({ ...options, lookup: lookUpWithin(reach) }));
  return maxReceivedBytes === undefined ? { connect, stop: () => undefined } : limitReceived(maxReceivedBytes, connect);
}

/** Node calls `lookup` for names only, never for an address in the URL. */
function connectWithin(reach: Reach, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isWithin(reach, host)) callback(new PrivateAddressError(), null);
    else connect(options, callback);
  };
}

/** Refuses a name if any of its addresses is out of reach. The socket connects to the address that was checked. */
function lookUpWithin(reach: Reach): LookupFunction {
  return (host, options, callback) => {
    void addressesOf(host).then((addresses) => {
      const [first] = addresses;
      if (first === undefined) callback(Object.assign(new Error('host not found'), { code: 'ENOTFOUND' }), '');
      else if (!addresses.every((address) => isWithin(reach, address))) callback(new PrivateAddressError(), '');
      else if (!options.all) callback(null, first, isIP(first));
      else
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
    });
  };
}

const LOOK_EVERY_MS = 100;

/**
 * Closes connections on which more than `maxBytes` arrive between two looks without a new request. The parser reports
 * neither informational answers (1xx) nor the extensions of chunks, so a receiver could send them until the timeout:
 * parsing them would delay every other call of the process. Counting at every read would cost the worker a tenth of its
 * processor time.
 */
function limitReceived(maxBytes: number, connect: buildConnector.connector): Connections {
  const seen = new Map<Socket, { readonly read: number; readonly written: number }>();
  const look = () => {
    for (const [socket, { read, written }] of seen) {
      const { bytesRead, bytesWritten } = socket;
      if (bytesWritten === written && bytesRead - read > maxBytes) socket.destroy(new AnswerTooLongError());
      else seen.set(socket, { read: bytesRead, written: bytesWritten });
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  const limited: buildConnector.connector = (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) {
        seen.set(socket, { read: 0, written: 0 });
        socket.once('close', () => seen.delete(socket));
      }
      callback(...result);
    });
  return { connect: limited, stop: () => clearInterval(timer) };
}

class AnswerTooLongError extends Error {
  readonly code = 'ECONNRESET';
}

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}
