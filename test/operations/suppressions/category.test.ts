import { describe, expect, it } from '@jest/globals';
import { suppress } from '../../../src/db/sql/sms/recipients/insert-suppressions.js';
import type { MessageCategory, SuppressionSource } from '../../../src/domain/vocabulary.js';
import type { Context } from '../../../src/operations/context.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { checkNumbers } from '../../../src/operations/sms/send/check-numbers.js';
import { previewBulkSms } from '../../../src/operations/sms/send/preview-bulk-sms.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { liftSuppression } from '../../../src/operations/sms/suppressions/lift-suppression.js';
import { eraseNumber } from '../../../src/operations/upkeep/erase-number.js';
import { accept, reject } from '../../support/gateways/programmable-gateway.js';
import { seeCounts, seeMessage } from '../../support/see.js';
import { byOperator, drain, mobile, mobiles } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const PERSON = mobile(1);
const NO_NEWS = { numbers: [{ mobile: PERSON, category: 'promotional' }] } as const;

describe('a suppression for promotional messages', () => {
  const process = useServices();

  const start = async () => {
    const own = await withOwnGateway(process);
    // Erasure asks whether the caller may.
    return { ...own, context: byOperator(own.context) };
  };
  const campaign = async (context: Context, category: MessageCategory | null) =>
    (await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3), category })).result;
  const single = async (context: Context, category: MessageCategory | null) =>
    (await sendSms(context, { message: 'Hello', to: PERSON, category })).result;

  it('blocks news when they are accepted, and lets codes and reminders through', async () => {
    const { gateway, services, context } = await start();
    await addSuppressions(context, NO_NEWS);
    expect(await campaign(context, 'promotional')).toMatchObject({ accepted: 2, suppressed: 1 });
    expect(await single(context, 'promotional')).toMatchObject({ status: 'blocked', delivery_code: 409 });
    for (const category of ['transactional', null] as const) {
      expect(await campaign(context, category)).toMatchObject({ accepted: 3, suppressed: 0 });
      expect(await single(context, category)).toMatchObject({ status: 'queued', promotional: false });
    }
    await drain(services);
    expect(gateway.takenNumbers().filter((number) => number === PERSON)).toHaveLength(4);
  });

  it('blocks news that were accepted before it, when a worker claims them, and nothing else', async () => {
    const { gateway, services, context } = await start();
    const news = await campaign(context, 'promotional');
    const offer = await single(context, 'promotional');
    const service = await campaign(context, 'transactional');
    const code = await single(context, null);
    await addSuppressions(context, NO_NEWS);
    await drain(services);
    expect(await seeCounts(services, news.id)).toEqual({ sent: 2, blocked: 1 });
    expect(await seeMessage(services, offer)).toMatchObject({ status: 'blocked', attempt: 0 });
    expect(await seeCounts(services, service.id)).toEqual({ sent: 3 });
    expect(await seeMessage(services, code)).toMatchObject({ status: 'sent' });
    expect(gateway.takenNumbers().filter((number) => number === PERSON)).toHaveLength(2);
    // What was blocked has not widened the suppression.
    expect(await single(context, null)).toMatchObject({ status: 'queued' });
  });

  it('counts in the previews and checks of news alone', async () => {
    const { context } = await start();
    await addSuppressions(context, NO_NEWS);
    const input = { message: 'Hello', recipients: mobiles(3) };
    const news = await previewBulkSms(context, { ...input, category: 'promotional' });
    expect(news).toMatchObject({ accepted: 2, suppressed: 1 });
    expect(await previewBulkSms(context, input)).toMatchObject({ accepted: 3, suppressed: 0 });
    const { previewToken } = news;
    await expect(sendBulkSms(context, { ...input, previewToken })).rejects.toMatchObject({ code: 'preview_invalid' });
    const sent = await sendBulkSms(context, { ...input, category: 'promotional', previewToken });
    expect(sent.result).toMatchObject({ accepted: 2, suppressed: 1, category: 'promotional' });
    expect(await checkNumbers(context, { numbers: [PERSON] })).toMatchObject([{ deliveryCode: null }]);
    expect(await checkNumbers(context, { numbers: [PERSON], category: 'promotional' })).toMatchObject([
      { deliveryCode: 409, suppression: { promotional_only: true } },
    ]);
  });

  it('blocks a retry of news, which are news as well', async () => {
    const { gateway, services, context } = await start();
    gateway.react = () => reject(402);
    const { id: campaignId } = await campaign(context, 'promotional');
    await drain(services);
    await addSuppressions(context, NO_NEWS);
    const { result } = await retryCampaign(context, { campaignId });
    expect(result).toMatchObject({ accepted: 2, suppressed: 1, category: 'promotional' });
    await addSuppressions(context, { numbers: [{ mobile: mobile(2), category: 'promotional' }] });
    gateway.react = accept;
    await drain(services);
    expect(await seeCounts(services, result.id)).toEqual({ sent: 1, blocked: 2 });
  });

  it('holds on for news when the number is erased, until it is lifted', async () => {
    const { gateway, services, context } = await start();
    // Accepted without a look at hashes: a worker looks.
    const offer = () => sendSms(context, { message: 'Hello', to: PERSON, category: 'promotional' });
    await addSuppressions(context, NO_NEWS);
    await eraseNumber(context, { mobile: PERSON });
    const { result } = await offer();
    const code = await single(context, null);
    expect(await campaign(context, 'promotional')).toMatchObject({ suppressed: 1 });
    expect(await campaign(context, null)).toMatchObject({ suppressed: 0 });
    await drain(services);
    expect(await seeMessage(services, result)).toMatchObject({ status: 'blocked', delivery_code: 409 });
    expect(await seeMessage(services, code)).toMatchObject({ status: 'sent' });
    expect(gateway.takenNumbers().filter((number) => number === PERSON)).toHaveLength(2);
    expect(await liftSuppression(context, { mobile: PERSON })).toMatchObject({ promotional_only: true });
    expect(await campaign(context, 'promotional')).toMatchObject({ suppressed: 0 });
  });

  it.each([
    ['all', 'promotional', false],
    ['promotional', 'all', false],
    ['promotional', 'promotional', true],
  ])('is of the wider scope if the number is erased twice, for %s and for %s messages', async (one, other, only) => {
    const { context } = await start();
    for (const scope of [one, other]) {
      const category = scope === 'promotional' ? scope : null;
      await addSuppressions(context, { numbers: [{ mobile: PERSON, category }] });
      await eraseNumber(context, { mobile: PERSON });
    }
    expect(await liftSuppression(context, { mobile: PERSON })).toMatchObject({ promotional_only: only });
  });

  /** A source, what it is about, and whether a test key has made it. */
  const read = (words: string) => {
    const [source, scope, test] = words.split(' ');
    return { source: source as SuppressionSource, promotionalOnly: scope === 'promotional', test: test === 'test' };
  };

  it.each([
    ['manual all', 'manual promotional', 'manual all'],
    ['gateway all', 'keyword promotional', 'gateway all'],
    ['keyword all', 'keyword promotional', 'keyword all'],
    ['manual promotional', 'manual all', 'manual all'],
    ['keyword promotional', 'keyword all', 'keyword all'],
    ['keyword promotional', 'gateway all', 'gateway all'],
    ['manual promotional', 'gateway all', 'gateway all'],
    // START must not end what the organisation has made.
    ['manual promotional', 'keyword all', 'manual all'],
    ['manual promotional', 'keyword promotional', 'manual promotional'],
    ['keyword promotional', 'manual promotional', 'manual promotional'],
    ['keyword all', 'manual promotional', 'manual all'],
    // Test keys and live ones do not change each other's scope.
    ['manual all test', 'manual promotional', 'manual promotional'],
    ['manual promotional test', 'keyword promotional', 'keyword promotional'],
    ['manual promotional', 'manual all test', 'manual promotional'],
    ['manual promotional test', 'manual all test', 'manual all test'],
    ['manual all test', 'manual promotional test', 'manual all test'],
  ])('that is stored as "%s", and is added as "%s", becomes "%s"', async (stored, added, becomes) => {
    const { services, organisationId } = await start();
    for (const words of [stored, added]) {
      const { source, ...entry } = read(words);
      const suppression = { mobile: PERSON, senderId: '', deliveryCode: 406, reason: null, ...entry } as const;
      await services.db.inOrganisation(organisationId, (tx) => suppress(tx, source, [suppression]));
    }
    const rows = await services.sql(
      'SELECT source, promotional_only AS "promotionalOnly", test FROM suppressions WHERE organisation_id = $1',
      [organisationId],
    );
    expect(rows).toEqual([read(becomes)]);
  });

  it('is not left by any order of many calls at once, one of which is for all messages', async () => {
    const { context } = await start();
    const all = { numbers: [{ mobile: PERSON }] };
    await Promise.all(
      [...Array(6).fill(NO_NEWS), all, ...Array(6).fill(NO_NEWS)].map((input) => addSuppressions(context, input)),
    );
    expect(await liftSuppression(context, { mobile: PERSON })).toMatchObject({ promotional_only: false });
  });

  it.each([[['promotional', null]], [[null, 'promotional']]] as const)(
    'is widened within a call, for %j',
    async (categories) => {
      const { context } = await start();
      const numbers = categories.map((category) => ({ mobile: PERSON, category }));
      expect((await addSuppressions(context, { numbers })).result).toMatchObject([{ promotional_only: false }]);
    },
  );
});
