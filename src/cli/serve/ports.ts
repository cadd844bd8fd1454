import { createServer } from 'node:net';
import type { Config } from '../../config/config.js';
import { CommandError } from '../command.js';

/** Throws if the port is taken. Runs before anything else starts: otherwise a second server would lease messages and then end. */
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

/** Explains why the server cannot listen; Node's message names neither HOST nor PORT. */
export function explainListening(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use, perhaps by another Postrider: stop that program, or set PORT to another port.`,
    EACCES: `Port ${port} may not be used by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST is "${host}", which is no address of this machine.`,
    ENOTFOUND: `HOST is "${host}", which is no address of this machine.`,
  };
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  const sentence = ['listen', 'getaddrinfo'].includes(syscall) ? sentences[code] : undefined;
  return sentence ? new CommandError(sentence, { cause: error }) : error;
}
