import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import type { Role } from '../../src/domain/vocabulary.js';
import { type Browser, openBrowser } from '../browser/chromium.js';
import type { Complaints } from '../browser/complaints.js';
import { type JoinedServer, joinServer, type SignedIn, startServer } from '../support/programs/server.js';

/** The built program and a browser, with an organisation whose console is open. */
export interface Stage {
  readonly server: JoinedServer;
  readonly organisationId: string;
  readonly complaints: Complaints;
  /** The person whom `open` signs in for a role. */
  personWith(role: Role): Promise<SignedIn>;
  /** Calls the API with a test key of the organisation. */
  api<Data>(query: string, variables?: object): Promise<Data>;
  /** Calls it as the person who has the page open: phones and live messages of people are none of test keys. */
  callAs<Data>(page: Page, query: string, variables?: object): Promise<Data>;
  /** Sends a campaign with a test key, and returns its id. */
  sendCampaign(name: string, recipients: readonly string[], more?: object): Promise<string>;
  sendSms(to: string, more?: object): Promise<string>;
  /** Stores what a person writes to the sandbox, as `postrider receive` does. */
  receiveSms(from: string, text: string): Promise<void>;
  /** Opens a page of the console as a person with this role. Paths begin after the organisation. */
  open(path: string, look?: Look): Promise<{ readonly page: Page }>;
  /** The hosts other than the server that pages have asked for anything since the last call. */
  takeForeignHosts(): readonly string[];
  /** Closes the pages that are open. Those of former tests hold sockets, ask the server and keep the processor busy. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

interface Look {
  readonly role?: Role;
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
}

/**
 * With settings the stage has a server of its own, and a browser as people have it. Without, it has the server of all
 * tests and a browser in which pages open quickly.
 */
export async function openStage(env?: Record<string, string>): Promise<Stage> {
  if (env) return setUp(...(await Promise.all([startServer(env), openBrowser()])));
  const [server, browser] = await Promise.all([joinServer(), openBrowser(['--process-per-site'])]);
  // The process of the site ends with its last page. A new one would need a second to compile the console again.
  await browser.context.pages()[0]?.goto(`${server.url}/favicon.svg`);
  return setUp(server, browser);
}

async function setUp(server: JoinedServer, browser: Browser): Promise<Stage> {
  const headers = await server.customer();
  const organisationId = headers['x-organisation-id'];
  const people = new Map<Role, SignedIn>();
  const pages = new Set<Page>();
  const foreignHosts = new Set<string>();
  browser.context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== new URL(server.url).host) foreignHosts.add(host);
  });

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

  async function api<Data>(query: string, variables: object = {}): Promise<Data> {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return dataOf((await response.json()) as GraphqlAnswer<Data>);
  }

  return {
    server,
    organisationId,
    complaints: browser.complaints,
    personWith,
    api,
    async callAs<Data>(page: Page, query: string, variables = {}) {
      const call = async ([organisation, body]: readonly [string, string]) => {
        const sent = { 'content-type': 'application/json', 'x-organisation-id': organisation };
        return (await fetch('/graphql', { method: 'POST', headers: sent, body })).json();
      };
      const answer = await page.evaluate(call, [organisationId, JSON.stringify({ query, variables })] as const);
      return dataOf(answer as GraphqlAnswer<Data>);
    },
    async sendCampaign(name, recipients, more = {}) {
      const { sendBulkSms } = await api<{ sendBulkSms: { campaign: { id: string } } }>(
        'mutation Send($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { id } } }',
        { input: { name, message: 'Hello', recipients: recipients.map((to) => ({ to })), ...more } },
      );
      return sendBulkSms.campaign.id;
    },
    async sendSms(to, more = {}) {
      const { sendSms } = await api<{ sendSms: { message: { id: string } } }>(
        'mutation Send($input: SendSmsInput!) { sendSms(input: $input) { message { id } } }',
        { input: { to, message: 'Hello', ...more } },
      );
      return sendSms.message.id;
    },
    async receiveSms(from, text) {
      const receivedAt = new Date().toISOString();
      const report = { key: randomUUID(), from, to: '20880', text, organisationId, receivedAt };
      await server.sql(
        `INSERT INTO inbound_sms (id, gateway, reports, size, due_at, tries, received_at)
         VALUES (gen_random_uuid(), 'sandbox', $1, 1, now(), 0, now())`,
        [JSON.stringify([report])],
      );
    },
    async open(path, { role = 'owner', width = 1280, theme = 'light' } = {}) {
      await signIn(browser.context, role);
      const page = await browser.context.newPage();
      pages.add(page);
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${server.url}/app/${organisationId}${path}`);
      return { page };
    },
    takeForeignHosts() {
      const hosts = [...foreignHosts];
      foreignHosts.clear();
      return hosts;
    },
    async closePages() {
      await browser.context.setOffline(false);
      await Promise.all([...pages].map((page) => page.close()));
      pages.clear();
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

interface GraphqlAnswer<Data> {
  readonly data: Data;
  readonly errors?: unknown;
}

function dataOf<Data>({ data, errors }: GraphqlAnswer<Data>): Data {
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The findings of axe on a page as it is, by rule and place. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Outside of the page's own world, whose policy allows no foreign script.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(AXE);
  // With forced colours the palette is that of the person, but axe judges the colours of the page.
  const isForced = await page.evaluate<boolean>('matchMedia("(forced-colors: active)").matches');
  return page.evaluate(async (contrast) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
    };
    const rules = { 'color-contrast': { enabled: contrast } };
    const { violations } = await axe.run({ resultTypes: ['violations'], rules });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, !isForced);
}
