import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.js';
import { CommandError } from '../command.js';

type Listening = Pick<Config, 'host' | 'port' | 'metricsPort'>;

/**
 * Throws if a port is taken. Runs before anything else starts: otherwise a second server would lease messages and then
 * end.
 */
export async function requireFreePorts(config: Listening): Promise<void> {
  for (const port of new Set([config.port, config.metricsPort])) {
    const probe = createServer().listen(port, config.host);
    await once(probe, 'listening').catch((error: unknown) => {
      throw explainListening(error, config);
    });
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Explains why the server cannot listen; Node's message names none of the settings. */
export function explainListening(error: unknown, config: Listening): unknown {
  const { code = '', syscall = '', port = config.port } = error as NodeJS.ErrnoException & { port?: number };
  const { host } = config;
  const setting = port === config.port ? 'PORT' : 'METRICS_PORT';
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use, perhaps by another Postrider: stop that program, or set ${setting} to another port.`,
    EACCES: `Port ${port} may not be used by this user: set ${setting} to one above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which is no address of this machine.`,
  };
  const sentence = ['listen', 'getaddrinfo'].includes(syscall) ? sentences[code] : undefined;
  return sentence ? new CommandError(sentence, { cause: error }) : error;
}
