import { createServer } from 'node:net';
import type { Config } from '../../config/config.js';
import { explainListening } from '../failure.js';

/** Found out before anything else is started, so that a mistake costs nobody's messages a turn. */
export async function requireFreePort(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject).listen(config.port, config.host, resolve);
    });
    await new Promise((resolve) => probe.close(resolve));
  } catch (error) {
    throw explainListening(error, config);
  }
}
