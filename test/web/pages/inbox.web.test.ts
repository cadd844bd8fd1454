import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();
const PERSON = '12025550100';

/** As `postrider receive` does. */
async function receive(text: string, from = PERSON): Promise<void> {
  const { organisationId, server } = stage;
  const report = { key: randomUUID(), from, to: '20880', text, organisationId, receivedAt: new Date().toISOString() };
  await server.sql(
    `INSERT INTO inbound_sms (id, gateway, reports, size, due_at, tries, received_at)
     VALUES ($1, 'sandbox', $2, 1, now(), 0, now())`,
    [randomUUID(), JSON.stringify([report])],
  );
}

describe('Inbox', () => {
  it('says which line is missing and how to try it, while nobody has written', async () => {
    const { page } = await stage.open('/inbox');
    await page.getByText('Nobody has written yet').waitFor();
    await page.getByText('GATEWAYS_FILE has no line for this organisation').waitFor();
    await page.getByText('postrider receive --from').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('opens a conversation by keyboard, marks it as read, and replies', async () => {
    await receive('When are you open?');
    const { page, complaints, hosts } = await stage.open('/inbox');
    await page.getByText('1 unread').waitFor();
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.locator('.entry.received').getByText('When are you open?').waitFor();
    await page.getByText('1 unread').waitFor({ state: 'detached' });
    await page.getByLabel('Reply').fill('Until 18:00, €5');
    await page.getByText('Sent from 20880. 1 segment').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.entry.sent').getByText('Until 18:00, €5').waitFor();
    expect(await page.getByLabel('Reply').inputValue()).toBe('');
    expect([complaints, [...hosts]]).toEqual([[], [new URL(stage.server.url).host]]);
  });

  it('shows a message that arrives while it is open, and no box for a person who has opted out', async () => {
    const { page } = await stage.open('/inbox');
    await page.getByRole('link', { name: PERSON }).click();
    await page.getByLabel('Reply').waitFor();
    await receive('STOP');
    await page.getByText('This person has opted out').waitFor();
    expect(await page.getByLabel('Reply').count()).toBe(0);
  });

  it('shows one column at a time on a phone, and leaves messages unread that a viewer opens', async () => {
    await receive('Hello', '12025550120');
    const { page } = await stage.open('/inbox', { role: 'viewer', width: 400 });
    await page.getByRole('link', { name: '12025550120' }).click();
    await page.getByText('Your role may read this conversation').waitFor();
    expect(await page.getByRole('link', { name: '12025550120' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All conversations' }).click();
    await page.getByText('1 unread').waitFor();
  });
});
