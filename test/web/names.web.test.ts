import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findBarriersInLooks } from './barriers.js';
import { useStage } from './use-stage.js';

const stage = useStage();

/** As long as names may be, without a place to break, and from right to left. */
const NAME = `عرض 20% (${'Donaudampfschifffahrt'.repeat(10)}`.slice(0, 200);
const ids = { campaign: '', message: '', phone: '', webhook: '' };

const MAKE = `mutation Make(
  $organisation: UpdateOrganisationInput!, $person: UpdatePersonInput!, $key: CreateApiKeyInput!, $phone: CreateSessionInput!
  $webhook: CreateWebhookInput!, $numbers: AddSuppressionsInput!, $campaign: SendBulkSmsInput!, $message: SendSmsInput!
) {
  updateOrganisation(input: $organisation) { userErrors { message } }
  updatePerson(input: $person) { userErrors { message } }
  createApiKey(input: $key) { userErrors { message } }
  createSession(input: $phone) { session { id } userErrors { message } }
  createWebhook(input: $webhook) { webhook { id } userErrors { message } }
  addSuppressions(input: $numbers) { userErrors { message } }
  sendBulkSms(input: $campaign) { campaign { id } userErrors { message } }
  sendSms(input: $message) { message { id } userErrors { message } }
}`;

const VARIABLES = {
  organisation: { name: NAME },
  person: { name: NAME },
  key: { name: NAME, mode: 'TEST', scopes: ['SMS_SEND'] },
  phone: { name: NAME },
  webhook: { url: `https://example.org/${'a'.repeat(200)}`, description: NAME },
  numbers: { numbers: [{ mobile: '12025550199', reason: NAME }] },
  campaign: {
    ...{ name: NAME, reference: NAME, message: NAME, metadata: { name: NAME }, test: true },
    recipients: [{ to: '12025550100', reference: NAME }, { to: '12025550120' }],
  },
  message: { to: '12025550100', message: NAME, reference: NAME, metadata: { name: NAME }, test: true },
};

beforeAll(async () => {
  const { page } = await stage.open('/settings');
  const data = await stage.callAs<Record<string, Record<string, unknown>>>(page, MAKE, VARIABLES);
  expect(Object.values(data).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  const idOf = (mutation: string, what: string) => (data[mutation] as Record<string, { id: string }>)[what]?.id ?? '';
  ids.campaign = idOf('sendBulkSms', 'campaign');
  ids.message = idOf('sendSms', 'message');
  ids.phone = idOf('createSession', 'session');
  ids.webhook = idOf('createWebhook', 'webhook');
});

/** The texts in Arabic whose direction follows that of the page. */
const wrongWay = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (/(?<!\u2068)عرض/.test(text.textContent ?? '') && !around?.closest('[dir="auto"], .visually-hidden'))
        found.push(`${around?.closest('[class]')?.className}: ${around?.outerHTML.slice(0, 80)}`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea'))
      if (field.value.includes('عرض') && field.dir !== 'auto') found.push(field.name);
    return found;
  });

/** The marks of the sandbox that do not stand on the screen as a whole. */
const hiddenMarks = (page: Page) =>
  page.locator('main .sandbox-word').evaluateAll((marks) =>
    marks.flatMap((mark) => {
      const { left, right } = mark.getBoundingClientRect();
      const frame = (mark.closest('.table-frame, .card') ?? document.body).getBoundingClientRect();
      return left < frame.left || right > frame.right ? [mark.parentElement?.outerHTML.slice(0, 80)] : [];
    }),
  );

describe('Names of any length and script', () => {
  it.each([
    '/',
    '/campaigns',
    '/campaigns/{campaign}',
    '/inbox',
    '/messages?mode=sandbox',
    '/messages/{message}',
    '/messages/chat',
    '/numbers/12025550100?mode=sandbox',
    '/phones',
    '/phones/{phone}',
    '/suppressions',
    '/webhooks',
    '/webhooks/{webhook}',
    '/webhooks/{webhook}?tab=settings',
    '/events',
    '/keys',
    '/members',
    '/audit',
    '/settings',
    '/account',
    '/send',
    '/nowhere',
  ])('fit %s, in the direction of their own', async (path) => {
    const { page } = await stage.open(path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name]));
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await wrongWay(page)).toEqual([]);
    expect(await hiddenMarks(page)).toEqual([]);
    const lines = await page
      .locator('.typed')
      .evaluateAll((names) =>
        names.map((name) => Math.round(name.clientHeight / Number.parseFloat(getComputedStyle(name).lineHeight))),
      );
    expect(lines.filter((count) => count > 2)).toEqual([]);
    const hidden = await page
      .locator('.table-frame')
      .evaluateAll((frames) => frames.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(hidden.filter((width) => width > 0)).toEqual([]);
    expect(await findBarriersInLooks(page)).toEqual([]);
  });
});
