import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';
import { chooseFile, prepare } from './send-form.js';

const stage = useStage();

const ROWS = 9_900;
const LANDLINE = '442079460000';

/** People with numbers of the sandbox; two of the numbers cannot receive SMS. */
function people(): string {
  const rows = Array.from({ length: ROWS }, (_, at) => `${12025550200 + at},Person ${at},18:00`);
  rows[17] = '1202555,Ada,18:00';
  rows[4_210] = `${LANDLINE},Grace,18:00`;
  return `phone,name,time\n${rows.join('\n')}\n`;
}

const campaigns = async (name: string) => {
  const { campaigns: found } = await stage.api<{ campaigns: { nodes: { accepted: number; total: number }[] } }>(
    'query Named($name: String!) { campaigns(filter: { name: $name }, first: 100) { nodes { accepted total } } }',
    { name },
  );
  return found.nodes;
};

describe('Send', () => {
  it('takes a person from a file to its campaign, with the wrong rows found before sending (T2)', async () => {
    const { page } = await stage.open('/send');
    const begun = Date.now();
    await chooseFile(page, 'tonight.csv', people());
    await page.getByText('9,900 rows').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello , doors open at 18:00.');
    await page.getByLabel('Text', { exact: true }).press('Home');
    for (let step = 0; step < 6; step++) await page.getByLabel('Text', { exact: true }).press('ArrowRight');
    await page.getByRole('button', { name: 'Insert name' }).click();
    await page.getByText('Hello Person 1000, doors open at 18:00.').waitFor();
    await page.getByLabel('To the sandbox').check();
    await page.getByLabel('News or service?').selectOption('PROMOTIONAL');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('9,898 messages will be sent, in 9,898 segments.').waitFor();
    await page.getByText('2 rows left out', { exact: true }).waitFor();
    const rows = page.getByRole('table', { name: 'Rows' }).getByRole('row');
    expect(await rows.nth(1).textContent()).toMatch(/^191202555✕ /);
    expect(await rows.nth(2).textContent()).toMatch(new RegExp(`^4,212${LANDLINE}✕ `));
    expect(await rows.nth(3).textContent()).toContain('Hello Person 0, doors open at 18:00.');
    await page.getByRole('button', { name: 'Send 9,898 messages' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    await page.getByText('News', { exact: true }).waitFor();
    process.stdout.write(`T2 took ${((Date.now() - begun) / 1000).toFixed(1)} s of the machine.\n`);
    expect(await campaigns('tonight')).toEqual([{ accepted: 9_898, total: 9_900 }]);
  });

  it('asks again with the same key when the answer was lost, and so makes one campaign', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open('/send');
    await prepare(page, 'lost');
    let isLost = false;
    await page.route('**/graphql', async (route) => {
      const isSend = JSON.stringify(route.request().postDataJSON()).includes('idempotencyKey');
      if (!isSend || isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByText('Not known whether it was accepted: asking again is safe').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await campaigns('lost')).toHaveLength(1);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    expect(await campaigns('lost')).toHaveLength(1);
  });

  it('sends nothing and says what has changed when the check no longer holds', async () => {
    const { page } = await stage.open('/send');
    await prepare(page, 'changed');
    await page.getByRole('button', { name: 'Send 2 messages' }).waitFor();
    await stage.api(
      'mutation Suppress($input: AddSuppressionsInput!) { addSuppressions(input: $input) { userErrors { message } } }',
      { input: { numbers: [{ mobile: '12025550199' }] } },
    );
    await page.getByRole('button', { name: 'Send 2 messages' }).click();
    await page.getByText('accepted 2 → 1').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await campaigns('changed')).toEqual([]);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Send 1 message' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    expect(await campaigns('changed')).toEqual([{ accepted: 1, total: 2 }]);
  });

  it('makes several campaigns with one reference of more than 10,000 rows, and sends to no number twice', async () => {
    const numbers = Array.from({ length: 10_002 }, (_, at) => 12025560000 + at);
    const { page } = await stage.open('/send');
    await prepare(page, 'many', `phone\n${[...numbers, numbers[0]].join('\n')}\n`);
    await page.getByText('they will be 2 campaigns with one reference').waitFor();
    await page.getByText('Repeats the number of line 2, which gets the message').waitFor();
    await page.getByRole('button', { name: 'Send 10,002 messages' }).click();
    await page.waitForURL(/\/campaigns\?reference=[0-9a-f]{32}$/);
    await page.getByRole('link', { name: 'many (2/2)' }).waitFor();
    expect(await page.getByRole('link', { name: /^many / }).count()).toBe(2);
    expect((await campaigns('many')).map(({ total }) => total).sort()).toEqual([10_000, 2]);
  });

  it('asks for the number before it sends more than 1,000 messages to phones', async () => {
    const numbers = Array.from({ length: 1_001 }, (_, at) => 12025570000 + at);
    const { page } = await stage.open('/send');
    await prepare(page, 'typed', `phone\n${numbers.join('\n')}\n`, 'To phones');
    await page.getByRole('button', { name: 'Send 1,001 messages' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('type “1,001”').fill('1000');
    await dialog.getByRole('button', { name: 'Send 1,001 messages' }).click();
    await dialog.getByText('This is not “1,001”.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    expect(await campaigns('typed')).toEqual([]);
    await dialog.getByLabel('type “1,001”').fill('1,001');
    await dialog.getByRole('button', { name: 'Send 1,001 messages' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
    expect(await campaigns('typed')).toHaveLength(1);
  });
});
