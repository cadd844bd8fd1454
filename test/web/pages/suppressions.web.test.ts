import { describe, expect, it } from '@jest/globals';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';
import { chooseFile } from './send-form.js';

const stage = useStage();

const countSuppressions = async () => {
  const [row] = await stage.server.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM suppressions WHERE organisation_id = $1',
    [stage.organisationId],
  );
  return row?.count;
};

describe('Suppressions', () => {
  it('adds pasted numbers, and leaves out those that the server refuses', async () => {
    const { page } = await stage.open('/suppressions');
    await page.getByText('No number is suppressed').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add numbers' }).click();
    await page.getByLabel('Numbers', { exact: true }).fill('+1 202 555 0140; Ada\nno number\n11111111\n12025550141');
    await page.getByText('Line 2 has no number and is left out').waitFor();
    await page.getByLabel('News or services').selectOption('News only');
    await page.getByLabel('Reason').fill('Asked by letter');
    await page.getByRole('button', { name: 'Suppress 3 numbers' }).click();
    await page.getByText(/^Line 3: No such number/).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave out 1 number and go on' }).click();
    await page.getByText('2 numbers are suppressed').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('row', { name: /12025550140.*News only.*Asked by letter/ }).waitFor();
  });

  it('adds a file in portions, and goes on with the same keys after an answer is lost', async () => {
    stage.complaints.expect(/net::ERR_FAILED/);
    const { page } = await stage.open('/suppressions');
    const keys: string[] = [];
    await page.route('**/graphql', async (route) => {
      const { variables } = route.request().postDataJSON() as { variables: { input?: { idempotencyKey?: string } } };
      const key = variables.input?.idempotencyKey;
      if (key) keys.push(key);
      if (keys.length !== 2 || !key) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Add numbers' }).click();
    await chooseFile(page, 'optouts.xlsx', 'PK\u0003\u0004');
    await page.getByText('This is a workbook.').waitFor();
    const numbers = Array.from({ length: 2_500 }, (_, index) => `1202555${String(2_000 + index)};Somebody`);
    await chooseFile(page, 'optouts.csv', `mobile;name\n${numbers.join('\n')}`);
    await page.getByRole('button', { name: 'Suppress 2,500 numbers' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await page.getByText('1,000 of 2,500 suppressed').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go on with the other 1,500' }).click();
    await page.getByText('2,500 numbers are suppressed').waitFor();
    expect([keys.length, new Set(keys).size, await countSuppressions()]).toEqual([4, 3, 2_502]);
  });

  it('finds a number by its address, and lifts the suppression with its reason in view', async () => {
    const { page } = await stage.open('/suppressions?number=%2B1+202+555+0141');
    await page.getByRole('button', { name: 'Lift 12025550141' }).click();
    await page.getByText('Code 409, DoNotDisturbRejection.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Keep it as it is');
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Lift the suppression' }).click();
    await page.getByText('Nothing matches this filter').waitFor();
    expect(await countSuppressions()).toBe(2_501);
  });

  it('shows the last numbers, and why they are not new, while the server fails', async () => {
    stage.complaints.expect(/status of 502/);
    const { page } = await stage.open('/suppressions');
    await page.getByText('100 shown, more follow').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('alert').getByText('Something between this page and the server').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.unroute('**/graphql');
    await page
      .getByRole('button', { name: /^Lift / })
      .first()
      .waitFor();
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/suppressions?number=12025550140');
    await page.getByText('Asked by letter').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
