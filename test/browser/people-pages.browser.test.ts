import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { havingPrinted, type RunningProgram, spawnPostrider } from '../support/programs/program.js';
import { eventually } from '../support/wait.js';
import { findBarriers } from '../web/stage.js';
import { useBrowser } from './use-browser.js';

// A program and a browser are started, which a busy machine makes slow.
jest.setTimeout(180_000);

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'correct horse battery' };
const GRACE = { name: 'Grace Hopper', email: 'grace@example.org', password: 'another long password' };

let database: TestDatabase;
let dataDir: string;
let server: RunningProgram;
const browser = useBrowser();
let page: Page;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'postrider-people-'));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SIGN_UP: 'open', SANDBOX_DELAY_MS: '50' };
  server = await spawnPostrider(['serve'], { ...settings, SECRET_KEY: 'a secret of the tests that is long enough' });
  await havingPrinted(server, /setUpLink/);
});
afterAll(async () => {
  await server?.term();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  await page?.close();
  page = await browser.context.newPage();
  // The server refuses the question of a stranger who they are, which Chromium notes.
  browser.complaints.expect(/status of 401/);
});

const open = (path: string) => page.goto(server.url + path);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function fill(form: string, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`#${form}-${name}`, value);
}

async function signIn(path: string, { email, password } = ADA): Promise<void> {
  await browser.context.clearCookies();
  await open(path);
  await fill('sign-in', { email, password });
  await press('Sign in');
}

/** What the pattern finds in the mail to this address. */
function readMail(to: string, pattern: RegExp): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  return eventually(`a mail to ${to}`, async () => {
    const mails = existsSync(outbox) ? readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8')) : [];
    return pattern.exec(mails.find((mail) => mail.startsWith(`To: ${to}\n`)) ?? '')?.[1];
  });
}

/** Widths and themes in pairs, as for the pages of the console. */
async function expectNoBarriers(): Promise<void> {
  for (const [width, colorScheme] of [
    [320, 'light'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    expect([width, await findBarriers(page)]).toEqual([width, []]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
}

let organisation = '';

describe('from the link that the server prints', () => {
  it('a person gets into the console of their organisation, and is told what was wrong on the way', async () => {
    const link = /"setUpLink":"([^"]+)"/.exec(server.output())?.[1] ?? '';
    await page.goto(link.replace(/^https?:\/\/[^/]+/, server.url));
    await fill('set-up', { ...ADA, password: 'short', organisationName: 'Acme' });
    await press('Set up');
    await page.getByText('Must have at least 10 characters.').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('set-up-password');
    await fill('set-up', { password: ADA.password });
    await press('Set up');
    await heading('Acme is ready');
    await expectNoBarriers();
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.waitForURL(/\/app\/[0-9a-f-]{36}/);
    organisation = /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '';
  });

  it('a key comes with a command that works', async () => {
    await open('/sign-in');
    await press('Create a key for Acme');
    await expectNoBarriers();
    await press('Create a key');
    await heading('Your key');
    await expectNoBarriers();
    expect(await page.locator('#organisation-value').textContent()).toBe(organisation);
    expect(await page.locator('#curl-value').textContent()).toContain('pr_test_');
    expect(await page.locator('#made-key .to-console').getAttribute('href')).toBe(`/app/${organisation}`);
  });

  it('works once, and says so', async () => {
    await open('/setup#token=none');
    await fill('set-up', { ...ADA, organisationName: 'Again' });
    await press('Set up');
    await page.locator('#set-up [role="alert"]', { hasText: /./ }).waitFor();
    await open('/setup');
    await page.getByText('This page needs the link that the server printed').waitFor();
    await expectNoBarriers();
  });
});

describe('signing in', () => {
  it('leads to the console', async () => {
    await signIn('/sign-in');
    await page.waitForURL(`${server.url}/app/${organisation}**`);
  });

  it('leads to the page of the console that was asked for', async () => {
    const wanted = `/app/${organisation}/campaigns?status=COMPLETED`;
    await signIn(`/sign-in?next=${encodeURIComponent(wanted)}`);
    await page.waitForURL(server.url + wanted);
  });

  it.each([
    '//evil.example/',
    'https://evil.example/app/',
    '/app/../sign-in',
    '/app/%2e%2e/graphiql',
    '/\\evil.example',
  ])('does not lead to %s', async (next) => {
    await signIn(`/sign-in?next=${encodeURIComponent(next)}`);
    await page.waitForURL(`${server.url}/app/${organisation}**`);
  });

  it('is not asked twice of a person who has signed in', async () => {
    await open(`/sign-in?next=/app/${organisation}/campaigns`);
    await page.waitForURL(`${server.url}/app/${organisation}/campaigns`);
    await open('/sign-in');
    await heading('Your organisations');
    expect(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe(
      `/app/${organisation}`,
    );
    await expectNoBarriers();
  });

  it('leads back to the reference that asked for it, which then knows the organisation', async () => {
    await open('/graphiql');
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByRole('combobox', { name: 'Organisation' }).waitFor();
    expect(await page.locator('#bar-stranger a').getAttribute('href')).toBe('/sign-in?next=/graphiql');
    await open('/sign-in?next=/graphiql');
    await page.waitForURL(`${server.url}/graphiql`);
  });

  it('says what is wrong, and keeps the address', async () => {
    await signIn('/sign-in', { ...ADA, password: 'the wrong password' });
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await page.inputValue('#sign-in-email')).toBe(ADA.email);
    await expectNoBarriers();
  });

  it('is asked for again when the session has ended while a form was open', async () => {
    await signIn('/sign-in');
    await page.waitForURL(/\/app\//);
    await open('/sign-in');
    await press('Create a key for Acme');
    await browser.context.clearCookies();
    await press('Create a key');
    await page.getByText('You are not signed in any more: sign in again.').waitFor();
  });
});

describe('an invitation', () => {
  it('leads a new person to the console of the organisation', async () => {
    await signIn('/sign-in');
    await page.waitForURL(/\/app\//);
    await page.evaluate(
      async ([id, email]) => {
        const query =
          'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { userErrors { message } } }';
        const body = JSON.stringify({ query, variables: { input: { email, role: 'OPERATOR' } } });
        const headers = { 'content-type': 'application/json', 'x-organisation-id': id ?? '' };
        await fetch('/graphql', { method: 'POST', headers, body });
      },
      [organisation, GRACE.email],
    );
    const token = await readMail(GRACE.email, /invitation#token=([\w-]+)/);
    await browser.context.clearCookies();
    await open(`/invitation#token=${token}`);
    await page.getByText(`invites you, ${GRACE.email}, to join Acme as operator`).waitFor();
    await expectNoBarriers();
    await fill('accept-new', { name: GRACE.name, password: GRACE.password });
    await press('Join');
    await page.waitForURL(`${server.url}/app/${organisation}**`);
  });

  it('that is over says so', async () => {
    await open('/invitation#token=none');
    await page.getByText('The invitation was revoked, was used, or has expired: ask for another one.').waitFor();
    await expectNoBarriers();
  });
});

describe('a person without an organisation', () => {
  it('creates one after signing in, and gets to its console', async () => {
    const { email, password } = { email: 'alone@example.org', password: 'a password for one' };
    await browser.context.clearCookies();
    await open('/sign-in');
    await press('Sign up');
    await fill('sign-up', { name: 'Alone', email, password });
    await press('Sign up');
    await heading('Confirm your address');
    await expectNoBarriers();
    const code = await readMail(email, /Subject: (\d{6})/);
    await fill('verify', { code });
    await press('Confirm');
    await page.getByText('You are not a member of an organisation').waitFor();
    await expectNoBarriers();
    await fill('organisation', { name: 'Of my own' });
    await press('Create');
    await heading('Of my own is ready');
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.waitForURL(/\/app\/[0-9a-f-]{36}/);
  });
});

describe.each(['/', '/sign-in', '/nothing-here'])('%s', (path) => {
  it('has no barriers, at any width, in light and dark', async () => {
    await browser.context.clearCookies();
    if (path === '/nothing-here') browser.complaints.expect(/status of 404/);
    await open(path);
    await page.locator('h1:visible').waitFor();
    await expectNoBarriers();
  });
});
