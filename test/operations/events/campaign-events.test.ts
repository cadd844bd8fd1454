import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { accept, createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drain, mobiles, newOrganisation, startServices, type TestServices } from '../../support/services.js';

describe('the events of a campaign', () => {
  let database: TestDatabase;
  let services: TestServices;

  beforeAll(async () => {
    database = await createTestDatabase();
    const gateway = createProgrammableGateway({ name: 'north', react: accept });
    services = await startServices(database, { gateways: [gateway] });
  });

  afterAll(async () => {
    await services.stop();
    await database.drop();
  });

  const revisionsOf = async (context: Context, campaignId: string) => {
    const { events } = await readEvents(context, {});
    return events.flatMap(({ type, revision, subjectId }) => (subjectId === campaignId ? [`${revision} ${type}`] : []));
  };

  const send = async (context: Context, recipients: { to: string }[], scheduledAt: Date | null = null) => {
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients, scheduledAt });
    await drain(services);
    return result.id;
  };

  it('are numbered in the order in which they happen', async () => {
    const context = await newOrganisation(services);
    const id = await send(context, [...mobiles(3)]);
    expect(await revisionsOf(context, id)).toEqual(['1 campaign.accepted', '2 campaign.started']);
  });

  it('are numbered also when nothing of it can be sent', async () => {
    const context = await newOrganisation(services);
    const id = await send(context, [{ to: '123' }]);
    expect(await revisionsOf(context, id)).toEqual(['1 campaign.accepted', '2 campaign.completed']);
  });

  it('tell of recipients that were refused, with why, and of the others by the campaign alone', async () => {
    const context = await newOrganisation(services);
    const [suppressed, sendable] = mobiles(2) as [{ to: string }, { to: string }];
    await addSuppressions(context, { numbers: [{ mobile: suppressed.to }] });
    await send(context, [sendable, { to: '123' }, suppressed], new Date(Date.now() + 3_600_000));
    const { events } = await readEvents(context, {});
    expect(events.map(({ type, revision, deliveryCode }) => `${type} ${revision} ${deliveryCode}`)).toEqual([
      'consent.changed 1 null',
      'campaign.accepted 1 null',
      'sms.failed 1 403',
      'sms.blocked 1 409',
    ]);
  });

  it('are numbered also when it is cancelled before it begins', async () => {
    const context = await newOrganisation(services);
    const id = await send(context, mobiles(3), new Date(Date.now() + 3_600_000));
    await cancelCampaign(context, { campaignId: id });
    const events = await revisionsOf(context, id);
    expect(events.map((event) => event.slice(0, 1))).toEqual(['1', '2', '3']);
    expect(events[0]).toBe('1 campaign.accepted');
    expect(events.map((event) => event.slice(2)).toSorted()).toEqual([
      'campaign.accepted',
      'campaign.cancelled',
      'campaign.completed',
    ]);
  });

  it('refuse a reader who remembers more of the log than there is', async () => {
    const context = await newOrganisation(services);
    await expect(readEvents(context, { after: 1 })).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ path: ['after'] }],
    });
  });
});
