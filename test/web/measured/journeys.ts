import type { Page } from 'playwright-core';
import { answer } from '../../support/gateways/receiver.js';
import { chooseFile } from '../pages/send-form.js';
import { CAMPAIGN_SIZE, type Environment } from './environment.js';
import { atMost, type Measurement } from './report.js';
import { finished, send } from './sending.js';

/**
 * What people come for, done by a machine: these times are what the console itself takes of the time that a person has
 * for the same. They begin at the page on which the person is, and end when the answer can be read.
 */
export async function measureJourneys(environment: Environment): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const journey of [watcher, keeper, support, developer, owner, operator]) {
    measurements.push(...(await journey(environment)));
  }
  return measurements;
}

async function seconds(perform: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await perform();
  return (performance.now() - begun) / 1_000;
}

/** T1: a link to a campaign of 10,000, from which 4 did not arrive. */
async function watcher({ stage, open }: Environment): Promise<Measurement[]> {
  const id = await send(stage, 'Reminders', CAMPAIGN_SIZE);
  await finished(stage, id);
  const page = await open('/account');
  const reason = page.getByRole('row', { name: /403 InvalidPhoneNumber/ });
  const read = await seconds(async () => {
    await page.goto(`${stage.server.url}/app/${stage.organisationId}/campaigns/${id}`);
    await page.getByText(/^9,996 of 10,000 delivered \(99\.9%\), 4 did not arrive\. Ended/).waitFor();
    await reason.getByText('Validate and correct the number').waitFor();
  });
  const downloaded = await seconds(async () => {
    const download = page.waitForEvent('download');
    await reason.getByRole('button', { name: 'Download numbers' }).click();
    await (await download).path();
  });
  await page.close();
  return [
    atMost('T1 how many of 10,000 arrived, who did not, why, what to do: without a click', read, 20, 's'),
    atMost('T1 ... a file of the failed numbers: one click', downloaded, 20, 's'),
  ];
}

const LIST_ROWS = 9_814;

/** T2: a file of 9,814 rows, two of which are wrong. */
async function operator({ open }: Environment): Promise<Measurement[]> {
  const page = await open('/send');
  const rows = Array.from({ length: LIST_ROWS }, (_, at) => `${12025550200 + at},Person ${at},18:00`);
  rows[17] = '1202555,Ada,18:00';
  rows[4_210] = '442079460000,Grace,18:00';
  const ready = await seconds(async () => {
    await chooseFile(page, 'tonight.csv', `phone,name,time\n${rows.join('\n')}\n`);
    await page.getByText('9,814 rows').waitFor();
    await page.getByLabel('Text', { exact: true }).fill('Hello {{name}}, doors open at {{time}}.');
    await page.getByLabel('To the sandbox').check();
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('2 rows left out').waitFor();
    await page.getByRole('button', { name: 'Send 9,812 messages' }).waitFor();
  });
  const sent = await seconds(async () => {
    await page.getByRole('button', { name: 'Send 9,812 messages' }).click();
    await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
  });
  await page.close();
  return [
    atMost('T2 from a CSV file to "Send 9,812 messages", with two wrong rows found', ready, 60, 's'),
    atMost('T2 ... until the campaign is accepted', sent, 60, 's'),
  ];
}

/** T3: a phone that was logged out. */
async function keeper({ stage, open }: Environment): Promise<Measurement[]> {
  const { createSession } = await stage.api<{ createSession: { session: { id: string } } }>(
    'mutation { createSession(input: { name: "Front desk" }) { session { id } } }',
  );
  const { id } = createSession.session;
  const page = await open('/phones');
  const card = page.getByRole('listitem').filter({ hasText: 'Front desk' });
  const connect = async (button: string) => {
    await page.getByRole('button', { name: `${button} Front desk` }).click();
    await page.getByRole('button', { name: 'Scan it with a made-up phone' }).click();
    await page.getByRole('status').getByText('Connected: 1202555').waitFor();
    await page.keyboard.press('Escape');
    await card.getByText('Connected').waitFor();
  };
  await connect('Show the code');
  await stage.api('mutation ($id: UUID!) { logOutSession(input: { sessionId: $id }) { session { id } } }', { id });
  const scanned = await seconds(async () => {
    await card.getByText('The phone was logged out.').waitFor();
    await connect('Connect again');
  });
  await page.close();
  return [atMost('T3 a lost phone is seen, and scanned again', scanned, 60, 's')];
}

/** T4: "she says she got no code", in the largest organisation there is. */
async function support({ stage, filled, open }: Environment): Promise<Measurement[]> {
  const largest = filled.at(-1);
  if (!largest) return [];
  const { messages, organisationId } = largest;
  const [row] = await stage.server.sql<{ mobile: string }>(
    `SELECT mobile FROM sms_messages WHERE organisation_id = $1 AND status = 'undelivered' AND mobile IS NOT NULL LIMIT 1`,
    [organisationId],
  );
  const number = row?.mobile ?? '';
  const page = await open('/', { organisationId });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const read = await seconds(async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(number);
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'Not delivered' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: `SMS to ${number}` }).waitFor();
    await page.locator('.explanation').first().waitFor();
  });
  await page.close();
  const count = messages.toLocaleString('en');
  return [atMost(`T4 from a number to the cause, among ${count} messages`, read, 10, 's')];
}

/** T5: an endpoint that fails, and works again. */
async function developer({ stage, receiver, open }: Environment): Promise<Measurement[]> {
  receiver.react = answer(500, {}, 'no table named orders');
  await stage.api(
    'mutation Create($url: String!) { createWebhook(input: { url: $url, types: [SMS_DELIVERED] }) { webhook { id } } }',
    { url: receiver.url },
  );
  await stage.api('mutation { sendSms(input: { to: "12025550100", message: "Hello" }) { userErrors { message } } }');
  while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
  const page = await open('/webhooks');
  const trouble = page.getByRole('region', { name: 'Why it is failing' });
  const again = await seconds(async () => {
    await page
      .getByRole('row', { name: /Sandbox/ })
      .getByRole('link')
      .click();
    await trouble.getByText('no table named orders').waitFor();
    receiver.react = answer(204);
    await trouble.getByRole('button', { name: 'Post again what it missed…' }).click();
    await page.getByRole('button', { name: /^Post up to [\d,]+ events? again$/ }).click();
    await page.getByText(/being posted again/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Everything has been posted').waitFor();
  });
  await page.close();
  return [atMost('T5 why an endpoint is failing, and what it missed posted again', again, 30, 's')];
}

/** T6: who sent this campaign, and who changed that setting. */
async function owner({ stage, open }: Environment): Promise<Measurement[]> {
  const page: Page = await open('/campaigns');
  const rename = 'mutation ($name: String!) { updateOrganisation(input: { name: $name }) { userErrors { message } } }';
  await stage.callAs(page, rename, { name: 'A renamed customer' });
  const told = await seconds(async () => {
    await page.getByRole('link', { name: 'Reminders' }).first().click();
    await page.getByText(/Sent by \u2068A key\u2069 on/).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Who changed it' }).click();
    const row = page.getByRole('row', { name: /Changed the settings/ });
    await row.getByRole('cell', { name: 'A renamed customer', exact: true }).waitFor();
  });
  await page.close();
  return [atMost('T6 who sent a campaign, and who changed a setting', told, 20, 's')];
}
