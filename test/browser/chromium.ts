import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { type Complaints, listenTo } from './complaints.js';

/** Where Debian's package puts it. */
const EXECUTABLE = '/usr/bin/chromium';
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browser {
  readonly context: BrowserContext;
  readonly complaints: Complaints;
  close(): Promise<void>;
}

/** A browser that remembers nothing of any other, with further options of its command line. */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-chromium-'));
  const options = { executablePath: EXECUTABLE, args: [...ARGS, ...args] };
  const context = await chromium.launchPersistentContext(folder, options);
  return {
    context,
    complaints: listenTo(context),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** A site with an empty page, at a port and so an origin of its own. */
export async function openSite(): Promise<Site> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page elsewhere</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
