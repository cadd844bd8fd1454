import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type JournalGateway, startJournalGateway } from '../support/gateways/start-journal-gateway.js';
import { GATEWAY_SECRET } from '../support/programs/impatience.js';
import { openStage, type Stage } from './stage.js';

jest.setTimeout(180_000);

describe('a gateway that stops under an open page', () => {
  let folder: string;
  let gateway: JournalGateway;
  let stage: Stage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outage-'));
    gateway = await startJournalGateway({ secret: GATEWAY_SECRET });
    const options = { url: gateway.url, secret: GATEWAY_SECRET, capabilities: { reports_carry_reference: true } };
    const file = join(folder, 'gateways.json');
    await writeFile(
      file,
      JSON.stringify({
        gateways: [{ name: 'operator', kind: 'http', batch_size: 10, options }],
        routes: [{ gateways: ['operator'] }],
      }),
    );
    stage = await openStage({ GATEWAYS_FILE: file, ALLOW_PRIVATE_NETWORK_URLS: 'true' });
  });
  afterAll(async () => {
    await stage.close();
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  /** Sends a live campaign from the page, and resolves with its id. */
  async function send(page: Page, name: string): Promise<string> {
    const recipients = Array.from({ length: 60 }, (_, place) => ({ to: String(254_711_000_000 + place) }));
    const { sendBulkSms } = await stage.callAs<{ sendBulkSms: { campaign: { id: string } } }>(
      page,
      'mutation Send($input: SendBulkSmsInput!) { sendBulkSms(input: $input) { campaign { id } } }',
      { input: { name, message: 'Hello', recipients } },
    );
    return sendBulkSms.campaign.id;
  }

  it('is named on the overview with what waits there and why, and no longer when it answers again', async () => {
    const { page } = await stage.open('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await gateway.control({ connections: 'refused' });
    await send(page, 'Waiting');
    const need = page.getByRole('listitem').filter({ hasText: 'The gateway operator takes no messages' });
    await need.waitFor({ timeout: 40_000 });
    expect(await need.textContent()).toMatch(/60 messages wait/);
    expect(await need.textContent()).toMatch(/ECONNREFUSED[\s\S]*Since/);
    await gateway.control({ connections: 'taken' });
    await need.waitFor({ state: 'detached', timeout: 60_000 });
  });

  it('is named on every page that shows messages, and by the message itself', async () => {
    const { page: first } = await stage.open('/campaigns');
    const id = await send(first, 'Before');
    const pages = [
      first,
      ...(await Promise.all(
        ['/messages', `/campaigns/${id}`, '/events'].map(async (path) => (await stage.open(path)).page),
      )),
    ];
    await gateway.control({ connections: 'refused' });
    const waiting = await send(first, 'Under open pages');
    const words = /The gateway operator takes no messages since .*: 60 messages wait\./;
    const banner = (page: Page) => page.getByRole('status').filter({ hasText: words });
    for (const page of pages) await banner(page).waitFor({ timeout: 60_000 });

    const { page } = await stage.open(`/campaigns/${waiting}`);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('The gateway operator takes no messages at the moment.').waitFor();
    await gateway.control({ connections: 'taken' });
    for (const page of pages) await banner(page).waitFor({ state: 'detached', timeout: 60_000 });
  });
});
