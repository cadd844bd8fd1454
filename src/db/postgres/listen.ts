import { LISTENER_NAME } from '../../domain/connection-names.js';
import type { Logger } from '../../lib/log/logger.js';
import { type KeptConnection, keepConnection } from './kept-connection.js';

export interface ListenOptions {
  readonly url: string;
  /** What to do with the payloads of each channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  readonly logger: Logger;
  /**
   * Called when notifications may have been missed: after each connect, and at intervals, because behind a pooler a
   * connection can listen without ever receiving any.
   */
  readonly onGap: () => void;
}

/** Keeps one connection that listens on the channels. */
export function listen({ url, channels, logger, onGap }: ListenOptions): KeptConnection {
  return keepConnection({
    url,
    name: LISTENER_NAME,
    logger,
    lostWords: 'The connection that listens for events was lost',
    async prepare(client) {
      client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
      for (const channel of Object.keys(channels)) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    },
    onAlive: onGap,
  });
}
