import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/wait.js';
import { findBarriersInLooks } from '../barriers.js';
import { useStage } from '../use-stage.js';
import { chooseFile, prepare } from './send-form.js';

const stage = useStage();

const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

describe('The list', () => {
  it('is what Excel writes as Unicode text, with the column of numbers found by its content', async () => {
    const { page } = await stage.open('/send');
    const text = '\ufeffName\tKlientennummer\tTelefon\r\nZoë\t2026\t+1 202-555-0100\r\n"A\tB"\t17\t12025550101\r\n';
    await chooseFile(page, 'people.txt', Buffer.from(text, 'utf16le'));
    await page.getByText('people.txt · 2 rows').waitFor();
    await page.getByText('Begins with +1 202-555-0100 and 12025550101').waitFor();
    await page.getByLabel('Column with the numbers').selectOption('Klientennummer');
    await page.getByText('Begins with 2026 and 17').waitFor();
  });

  it('is refused with a sentence when it is a workbook, or text in another encoding', async () => {
    const { page } = await stage.open('/send');
    await chooseFile(page, 'people.xlsx', 'PK\u0003\u0004');
    await page.getByText('This is a workbook.').waitFor();
    await chooseFile(page, 'people.csv', Buffer.from('phone,name\n12025550100,Zoë', 'latin1'));
    await page.getByText('This is not text in UTF-8.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });

  it('may be pasted, and may be one number', async () => {
    const { page } = await stage.open('/send');
    await page.getByLabel('Pasted lines').check();
    await page.getByRole('textbox', { name: 'Pasted lines' }).fill('12025550100, 12025550101');
    await page.getByText('2 rows').waitFor();
    await page.getByLabel('One number').check();
    await page.getByRole('textbox', { name: 'One number' }).fill('+1 202 555 0100');
    await page.getByLabel('Text', { exact: true }).fill('Hello');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send 1 message' }).waitFor();
    await page.getByText('Shown: 1 row to be sent.').waitFor();
    await page.getByLabel('Later').check();
    await page.getByLabel('Time', { exact: true }).fill(inTwoDays());
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Schedule 1 message' }).waitFor();
  });

  it.each([
    ['its text', 'Again', null, 'Again'],
    ['the texts that recipients have for themselves', null, 'You, again', '{{text}}'],
  ])('may be what failed of a campaign, with %s', async (_, message, own, text) => {
    const recipients = ['12025550100', '12025550111'].map((to) => ({ to, message: own }));
    const id = await stage.sendCampaign('First', [], { message, recipients });
    await eventually('the campaign has ended', async () => {
      const { campaign } = await stage.api<{ campaign: { status: string } }>(
        'query Status($id: UUID!) { campaign(id: $id) { status } }',
        { id },
      );
      return campaign.status === 'COMPLETED' || undefined;
    });
    const { page } = await stage.open(`/send?from=${id}`);
    await page.getByText('What failed of “First” · 1 row').waitFor();
    await page.getByText('Begins with 12025550111').waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(text);
    await page
      .locator('.sample')
      .getByText(own ?? text)
      .waitFor();
  });
});

describe('The text', () => {
  it('names the characters that make it UCS-2, and is shown as it is sent when those of text programs are replaced', async () => {
    const { page } = await stage.open('/send');
    await prepare(page, 'typographic', 'phone,name\n12025550100,“Ada”\n');
    await page.getByLabel('Text', { exact: true }).fill('“Hello” – you…');
    await page.getByText('UCS-2 · 14 characters · 1 segment').waitFor();
    expect(await page.locator('mark').allTextContents()).toEqual(['“', '”', '–', '…']);
    await page.getByLabel('Replace typographic quotes and dashes').check();
    await page.getByText('GSM-7 · 16 characters · 1 segment').waitFor();
    await page.locator('.sample').getByText('"Hello" - you...').waitFor();
    await page.getByLabel('Text', { exact: true }).fill(`{{name}}: ${'x'.repeat(70)}`);
    await page.getByText('GSM-7 · 77 characters · 1 segment').waitFor();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('“ ” in 1 message').waitFor();
    await page.getByText('1 segment saved').waitFor();
    await page.getByRole('cell', { name: /^"Ada": x+$/ }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByLabel('Text', { exact: true }).fill('“Hello” – you… 🎉');
    await page.getByText('🎉 makes the text UCS-2').waitFor();
    await page.getByText('UCS-2 · 17 characters · 1 segment').waitFor();
  });

  it('is not checked while rows lack a value, whose lines are named, until it is said what becomes of them', async () => {
    const { page } = await stage.open('/send');
    await prepare(page, 'lacking', 'phone,name\n12025550100,Ada\n12025550101,\n12025550102,Bob\n');
    await page.getByLabel('Text', { exact: true }).fill('Hello {{name}} {{nmae}}');
    await page.getByRole('button', { name: 'Check' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This has to be settled first' });
    await alert.getByText('The list has no column “nmae”.').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{name}}');
    await page.getByRole('button', { name: 'Check' }).click();
    await alert.getByText('1 row lacks a value that the text uses: line 3.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave this row out' }).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send 2 messages' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Send with nothing in its place' }).click();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send 3 messages' }).waitFor();
  });
});

describe('The page', () => {
  it('asks before it is left with a list in it', async () => {
    const { page } = await stage.open('/campaigns');
    await page.getByRole('link', { name: 'Send' }).first().click();
    await chooseFile(page, 'kept.csv', 'phone\n12025550100\n');
    await page.getByText('kept.csv · 1 row').waitFor();
    await page.getByRole('link', { name: 'Campaigns' }).first().click();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByText('kept.csv · 1 row').waitFor();
    await page.evaluate('history.back()');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Campaigns' }).waitFor();
  });

  it('goes on with what is typed when the server could not be reached for the check', async () => {
    stage.complaints.expect(/net::ERR_INTERNET_DISCONNECTED/);
    const { page } = await stage.open('/send');
    await page.getByLabel('Text', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await prepare(page, 'away');
    await page.getByText('The server cannot be reached.').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Send 2 messages' }).waitFor();
  });

  it('is closed to people who may only read, who are told what is missing', async () => {
    const { page } = await stage.open('/send', { role: 'viewer' });
    await page.getByText('It needs the role Operator, or a higher one.').waitFor();
    expect(await page.getByRole('link', { name: 'Send' }).count()).toBe(0);
  });

  it('has no barrier at any width', async () => {
    const { page } = await stage.open('/send');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('This has to be settled first').waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
    await prepare(page, 'seen', 'phone,name\n12025550100,Zoë\n1202555,Grace\n');
    await page.getByRole('button', { name: 'Send 1 message' }).waitFor();
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
