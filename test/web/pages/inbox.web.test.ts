import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { connectPhone } from '../connect-phone.js';
import { useStage } from '../use-stage.js';

const stage = useStage();
const PERSON = '12025550100';

/** As a chat engine does. */
async function receiveChat(sessionId: string, message: object): Promise<void> {
  const report = { kind: 'message', sessionId, messageId: randomUUID(), text: null, media: null, ...message };
  await stage.server.sql(
    `INSERT INTO chat_reports (id, gateway, reports, size, due_at, tries, received_at)
     VALUES ($1, 'sandbox', $2, 1, now(), 0, now())`,
    [randomUUID(), JSON.stringify([{ ...report, receivedAt: new Date().toISOString() }])],
  );
}

describe('Inbox', () => {
  it('says which line is missing and how to try it, while nobody has written', async () => {
    const { page } = await stage.open('/inbox');
    await page.getByText('Nobody has written yet').waitFor();
    await page.getByText('GATEWAYS_FILE has no line for this organisation').waitFor();
    await page.getByText(`npm run postrider -- receive --organisation ${stage.organisationId} --from`).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('opens a conversation by keyboard, marks it as read, and replies', async () => {
    await stage.receiveSms(PERSON, 'When are you open?');
    const { page } = await stage.open('/inbox');
    const row = page.getByRole('row', { name: PERSON });
    await row.getByText('SMS to 20880').waitFor();
    await row.getByText('1 unread').waitFor();
    await page.locator('body').press('j');
    await page.keyboard.press('Enter');
    await page.locator('.entry.received').getByText('When are you open?').waitFor();
    expect(await row.getByRole('link').getAttribute('aria-current')).toBe('page');
    await page.getByText('1 unread').waitFor({ state: 'detached' });
    await page.getByLabel('Reply').fill('Until 18:00, €5');
    await page.getByText('Sent from 20880. 1 segment').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.entry.sent').getByText('Until 18:00, €5').waitFor();
    expect(await page.getByLabel('Reply').inputValue()).toBe('');
  });

  it('has the number of unread conversations in the navigation, until they are read', async () => {
    await stage.receiveSms(PERSON, 'Is it open today?');
    const { page } = await stage.open('/campaigns');
    const link = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: /^Inbox/ });
    await link.getByText('1 conversation to read').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await link.click();
    await page.getByRole('link', { name: PERSON }).click();
    await link.getByText('1 conversation to read').waitFor({ state: 'detached' });
  });

  it('shows a message that arrives while it is open, and no box for a person who has opted out', async () => {
    const { page } = await stage.open('/inbox');
    await page.getByRole('link', { name: PERSON }).click();
    await page.getByLabel('Reply').waitFor();
    await stage.receiveSms(PERSON, 'STOP');
    await page.getByText(/^This person has opted out\. Replies have been blocked since .+\.$/).waitFor();
    expect(await page.getByLabel('Reply').count()).toBe(0);
  });

  it('reads earlier messages page by page, and keeps them while newer ones arrive', async () => {
    const from = '12025550130';
    for (let number = 1; number <= 65; number += 1) await stage.receiveSms(from, `Message ${number}.`);
    const { page } = await stage.open('/inbox');
    await page.getByRole('link', { name: from }).click();
    await page.locator('.entry').getByText('Message 65.').waitFor();
    expect(await page.locator('.entry').count()).toBe(30);
    await page.getByRole('button', { name: 'Earlier messages' }).click();
    await page.locator('.entry').getByText('Message 6.', { exact: true }).waitFor();
    await stage.receiveSms(from, 'The newest.');
    await page.locator('.entry').getByText('The newest.').waitFor();
    await page.getByRole('button', { name: 'Earlier messages' }).click();
    await page.locator('.entry').getByText('Message 1.', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Earlier messages' }).count()).toBe(0);
    const texts = await page.locator('.entry p[dir]').allTextContents();
    const expected = Array.from({ length: 65 }, (_, index) => `Message ${index + 1}.`);
    expect(texts).toEqual([...expected, 'The newest.']);
  });

  it('names who wrote to a group, downloads files, and replies through the phone', async () => {
    const sessionId = await connectPhone(stage);
    const party = '120363025550100@g.us';
    const media = { url: 'http://engine/photo.jpg', type: 'image/jpeg', name: 'photo.jpg' };
    await receiveChat(sessionId, { party, participant: 'lid:77', text: 'Look', media });
    const { page } = await stage.open('/inbox');
    const link = page.getByRole('link', { name: party });
    await page
      .getByRole('row')
      .filter({ has: link })
      .getByText(/^Chat to .Front desk.$/)
      .waitFor();
    await link.click();
    await page.getByText('lid:77').waitFor();
    await page.getByRole('link', { name: /^Chat to .Front desk.$/ }).waitFor();
    await page.getByText('through the phone that was written to').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);

    const asked: (string | undefined)[] = [];
    await page.route('**/v1/inbox/*/media/', (route) => {
      asked.push(route.request().headers()['x-organisation-id']);
      return route.fulfill({ body: 'a picture', contentType: 'image/jpeg' });
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download photo.jpg' }).click(),
    ]);
    expect([download.suggestedFilename(), asked]).toEqual(['photo.jpg', [stage.organisationId]]);

    await page.getByLabel('Reply').fill('Beautiful!');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.entry.sent').getByText('Beautiful!').waitFor();
  });

  it('shows one column at a time on a phone, and leaves messages unread that a viewer opens', async () => {
    await stage.receiveSms('12025550120', 'Hello');
    const { page } = await stage.open('/inbox', { role: 'viewer', width: 400 });
    const tab = page.getByRole('navigation', { name: 'Most used pages' }).getByRole('link', { name: /^Inbox/ });
    await tab.getByText(/conversations? to read/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('link', { name: '12025550120' }).click();
    await page.getByText('Your role may read this conversation').waitFor();
    expect(await page.getByRole('link', { name: '12025550120' }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'All conversations' }).click();
    await page.getByText('1 unread').waitFor();
  });
});
