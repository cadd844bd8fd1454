import { spawn } from 'node:child_process';
import type { Logger } from '../../lib/log/logger.js';

/** The program that opens an address as the user's desktop does, with the arguments before the address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const ELSEWHERE = ['xdg-open'] as const;

/** Without one the server goes on: the banner has the address as well. */
export function openBrowser(address: string, logger: Logger): void {
  const [program, ...before] = OPENERS[process.platform] ?? ELSEWHERE;
  const browser = spawn(program, [...before, address], { stdio: 'ignore', detached: true });
  browser.once('error', (error) => logger.warn({ err: error }, 'no browser could be opened'));
  browser.unref();
}
