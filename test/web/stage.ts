import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../src/domain/vocabulary.js';
import { type Browser, openBrowser } from '../browser/chromium.js';
import { type Server, type SignedIn, startServer } from '../support/server.js';

/** The built program and a browser, with an organisation whose console is open. */
export interface Stage {
  readonly server: Server;
  readonly organisationId: string;
  /** The person whom `open` signs in for a role. */
  personWith(role: Role): Promise<SignedIn>;
  /** Calls the API with a test key of the organisation. */
  api<Data>(query: string, variables?: object): Promise<Data>;
  /** Opens a page of the console as a person with this role. Paths begin after the organisation. */
  open(path: string, look?: Look): Promise<Opened>;
  close(): Promise<void>;
}

interface Look {
  readonly role?: Role;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

export interface Opened {
  readonly page: Page;
  /** What the browser has complained about since the page was opened: errors, and violations of the content policy. */
  readonly complaints: readonly string[];
  /** The hosts that the page has asked for anything. */
  readonly hosts: ReadonlySet<string>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const [server, browser] = await Promise.all([startServer(env), openBrowser()]);
  const headers = await server.customer();
  const organisationId = headers['x-organisation-id'];
  const people = new Map<Role, SignedIn>();

  async function personWith(role: Role): Promise<SignedIn> {
    const person = people.get(role) ?? (await server.signIn(organisationId, role));
    people.set(role, person);
    return person;
  }

  async function signIn(context: BrowserContext, role: Role): Promise<void> {
    const { cookie } = await personWith(role);
    await context.clearCookies();
    await context.addCookies([{ ...cookie, url: server.url }]);
  }

  return {
    server,
    organisationId,
    personWith,
    async api(query, variables = {}) {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async open(path, { role = 'owner', width = 1280, theme = 'light' } = {}) {
      await signIn(browser.context, role);
      const page = await browser.context.newPage();
      const opened = { page, complaints: [] as string[], hosts: new Set<string>() };
      page.on('pageerror', (error) => opened.complaints.push(String(error)));
      page.on('console', (message) => {
        if (/error|warning/.test(message.type())) opened.complaints.push(message.text());
      });
      page.on('request', (request) => opened.hosts.add(new URL(request.url()).host));
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${server.url}/app/${organisationId}${path}`);
      return opened;
    },
    async close() {
      await (browser as Browser | undefined)?.close();
      await server.stop();
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe on a page, by rule and place. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Outside of the page's own world, whose policy allows no foreign script.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  });
}
