import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';

const stage = useStage();
const PERSON = '12025550142';
const STATUS = 'query Status($id: UUID!) { message(id: $id) { status } }';

async function sendUntilBlocked(): Promise<string> {
  for (;;) {
    const id = await stage.sendSms(PERSON);
    const { message } = await stage.api<{ message: { status: string } }>(STATUS, { id });
    if (message.status === 'BLOCKED') return id;
    await sleep(200);
  }
}

describe('The page of a number', () => {
  it('tells support why "she got no code", of the sandbox if it alone knows the number, and lifts what stands against it', async () => {
    await stage.receiveSms(PERSON, 'Stop, please');
    await sendUntilBlocked();
    const { page } = await stage.open('/campaigns');
    await page.getByRole('searchbox', { name: 'Search' }).fill('+1 (202) 555-0142');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Number ${PERSON}` }).waitFor();
    await page.getByText(/^A message sent now would be blocked: The person wrote STOP PLEASE to 20880 on /).waitFor();
    await page.getByText('When the person writes START, messages are sent again.', { exact: false }).waitFor();
    await page.getByRole('row', { name: /Wants no messages.*Wrote STOP PLEASE to 20880/ }).waitFor();
    await page.getByRole('row', { name: /20880.*Stop, please/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);

    const mode = page.getByRole('navigation', { name: 'Live or sandbox' });
    await mode.getByRole('link', { name: 'Live' }).click();
    await page.getByText('A message sent now would leave by the gateway sandbox.').waitFor();
    await page
      .getByRole('row', { name: /Blocked.*406 UserInBlacklist/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await page.getByText(/^The person wrote STOP PLEASE to 20880 on /).waitFor();
    await page.getByRole('link', { name: PERSON, exact: true }).click();
    await page.getByRole('button', { name: `Lift ${PERSON}` }).click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Lift the suppression' }).click();
    await page.getByText('A message sent now would leave by the gateway sandbox.').waitFor();
    await page.getByText('The number is not suppressed.').waitFor();
  });

  it('stays with the sandbox when its filter is cleared', async () => {
    const { page } = await stage.open(`/numbers/${PERSON}?mode=sandbox&sender=ACME&nonsense=1`);
    await page.getByRole('link', { name: 'Clear the filter' }).click();
    await page.waitForURL(/\?mode=sandbox$/);
    expect(await page.getByLabel('From the sender ID').inputValue()).toBe('');
  });

  it('says what is missing of a number that nobody has written to, and of one that is none', async () => {
    const { page } = await stage.open('/numbers/12025550177');
    await page.getByText('No message to the number is kept.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.goto(page.url().replace('12025550177', '0711000001'));
    await page.getByText(/^A message sent now would fail: /).waitFor();
    await page.getByText('Validate and correct the number', { exact: false }).waitFor();
  });

  it('shows a viewer the messages, and says which lists their role does not cover', async () => {
    const { page } = await stage.open(`/numbers/${PERSON}?mode=sandbox`, { role: 'viewer' });
    await page.getByRole('table', { name: 'Last messages to the number' }).waitFor();
    expect(await page.getByText('Your role does not cover this list.').count()).toBeGreaterThan(1);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('keeps what it shows while the server fails, and says why', async () => {
    stage.complaints.expect(/status of 502/);
    const { page } = await stage.open(`/numbers/${PERSON}`);
    await page.getByText('A message sent now would').waitFor();
    await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByLabel('From the sender ID').fill('ACME');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('alert').getByText('Something between this page and the server').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
