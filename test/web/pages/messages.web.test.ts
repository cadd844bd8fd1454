import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { hoursAhead } from '../../support/times.js';
import { findBarriersInLooks } from '../barriers.js';
import { connectPhone } from '../connect-phone.js';
import { useStage } from '../use-stage.js';

const stage = useStage();

async function sendChat(to: string): Promise<string> {
  const sessionId = await connectPhone(stage);
  const { sendChatMessage } = await stage.api<{ sendChatMessage: { message: { id: string } } }>(
    `mutation Send($input: SendChatMessageInput!) {
      sendChatMessage(input: $input) { message { id } userErrors { message } }
    }`,
    { input: { sessionId, to, type: 'TEXT', message: 'Your table is ready' } },
  );
  return sendChatMessage.message.id;
}

/** Runs in the page: what is heard besides the name. */
function descriptionOf(element: Element): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent);
  return texts.join(' ').replace('⊘', '').trim();
}

describe('Messages', () => {
  it('says that there are none, and how older ones are found', async () => {
    const { page } = await stage.open('/messages');
    await page.getByText('No SMS in the last 24 hours').waitFor();
    await page.getByRole('link', { name: 'Chat messages' }).click();
    await page.getByText('No chat messages in the last 24 hours').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('lead from a number in the filter to why its message did not arrive', async () => {
    await Promise.all([stage.sendSms('12025550116'), stage.sendSms('12025550100')]);
    const { page } = await stage.open('/messages');
    await page.getByRole('link', { name: '12025550100' }).waitFor();
    await page.getByLabel('Number', { exact: true }).fill('+1 202 555 0116');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('SMS to 12025550116, newest first.').waitFor();
    // The page stays the same, so that a person who does not see it change is told.
    await page.getByRole('status').getByText('1 shown').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    const link = page.getByRole('link', { name: '12025550116' });
    expect(await link.evaluate(descriptionOf)).toBe('Blocked 409 DoNotDisturbRejection');
    await link.click();
    await page.getByText('Recipient is on the do-not-disturb registry', { exact: false }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.outerHTML)).toMatch(/^<h1.*SMS to 12025550116/);
  });

  it('shows only what the filter in the address allows', async () => {
    const { page } = await stage.open('/messages?state=delivered');
    await page.getByRole('link', { name: '12025550100' }).waitFor();
    expect(await page.getByRole('link', { name: '12025550116' }).count()).toBe(0);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await download).path(), 'utf8').match(/1202555\d{4}/g)).toEqual(['12025550100']);
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('delivered');
    await page.getByRole('combobox', { name: 'State' }).selectOption('Cancelled');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('status').getByText('Nothing matches this filter').waitFor();
  });

  it('keeps what it shows, and says how old it is, while it cannot be loaded again', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const { page } = await stage.open('/messages?to=12025550100');
    const row = page.getByRole('row', { name: /12025550100/ }).first();
    await row.waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Load again' }).click();
    const note = page.getByText(/^Not updated since/);
    await note.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await row.isVisible()).toBe(true);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.context().setOffline(false);
    await note.waitFor({ state: 'detached' });
    expect(await row.isVisible()).toBe(true);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/messages');
    await page.getByRole('link', { name: '12025550116' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});

describe('Message', () => {
  it('says when a scheduled message leaves, and cancels it', async () => {
    const id = await stage.sendSms('12025550100', { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/messages/${id}`);
    await page.getByText(/^In 59 min \d+ s at the latest/).waitFor();
    await page.getByRole('button', { name: 'Cancel this message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this message?' });
    expect(await dialog.getByText('1 message, to 12025550100.', { exact: false }).count()).toBe(1);
    expect(await findBarriersInLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel this message' }).click();
    await page.getByText('It was cancelled before a gateway had it.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel this message' }).count()).toBe(0);
  });

  it('does not offer to cancel to people who may not send', async () => {
    const id = await stage.sendSms('12025550100', { scheduledAt: hoursAhead(1) });
    const { page } = await stage.open(`/messages/${id}`, { role: 'viewer' });
    await page.getByText('The message is scheduled for later.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel this message' }).count()).toBe(0);
  });

  it('follows a message to its end without being loaded again', async () => {
    const id = await stage.sendSms('12025550119');
    const { page } = await stage.open(`/messages/${id}`);
    await page.getByText('The handset has confirmed the message.').waitFor({ timeout: 30_000 });
    const attempts = page.getByRole('table', { name: 'Hand-overs to gateways' });
    expect(await attempts.getByRole('row').count()).toBe(3);
    expect(await attempts.getByText('502 RejectedByGateway').count()).toBe(1);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('shows the receipts of a chat message', async () => {
    const id = await sendChat('12025550100');
    const { page } = await stage.open('/messages/chat');
    await page.getByRole('link', { name: '12025550100' }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(',12025550100,text,');
    await page.getByRole('link', { name: '12025550100' }).click();
    await page.getByText('The recipient has read the message.').waitFor();
    expect(page.url()).toContain(id);
    expect(await page.getByText('Not yet').count()).toBe(0);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('says that there is nothing at the id of no message', async () => {
    const { page } = await stage.open('/messages/01a1fa43-0000-7000-8000-000000000000');
    await page.getByText('There is nothing at this address').waitFor();
  });

  it('has no barrier at any width', async () => {
    const id = await stage.sendSms('12025550113');
    const { page } = await stage.open(`/messages/${id}`);
    await page.getByText('The gateway account has run out of credit.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
