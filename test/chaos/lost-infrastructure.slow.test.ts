import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/database/database.js';
import type { Answer, Client } from '../support/fleet/client.js';
import { assembleFleet, type Fleet } from '../support/fleet/fleet.js';
import type { Member } from '../support/fleet/fleet-member.js';
import { type DatabaseProxy, startProxy } from '../support/fleet/proxy.js';
import { CHAOS_TIMEOUT_MS, type Chaos, inChaos } from '../support/fleet/run.js';
import { untilSettled } from '../support/fleet/settled.js';
import { runPostrider } from '../support/programs/program.js';
import { mobile, mobiles } from '../support/services.js';
import { eventually } from '../support/wait.js';

const RECIPIENTS = 600;
/** So slowly that every fault comes in the middle. */
const PER_SECOND = 200;
const DATABASE_AWAY_MS = 10_000;

describe('In the middle of a campaign', () => {
  let fleet: Fleet;
  let proxy: DatabaseProxy;
  let client: Client;
  let all: Member;
  let databaseUrl: string;

  beforeAll(async () => {
    const database = await createTestDatabase();
    databaseUrl = database.url;
    proxy = await startProxy(database.url);
    fleet = await assembleFleet({ database, databaseUrl: proxy.url });
    client = await fleet.client();
    const pace = { batch_size: 20, rate_per_second: PER_SECOND };
    fleet.route({ journal: { ...pace, reports_carry_reference: true } }, [[client, 'journal']]);
    all = await fleet.enlist('all');
    await fleet.journal.control({ reportUrl: `${all.url}/callbacks/journal` });
  }, CHAOS_TIMEOUT_MS);

  afterAll(async () => {
    await fleet?.stop();
    await proxy?.stop();
  }, CHAOS_TIMEOUT_MS);

  const migrate = async () => {
    expect(await runPostrider(['migrate'], { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0 });
  };

  /** Starts a campaign and answers its id when the gateway has had the first of it. */
  const inTheMiddle = async (first: number): Promise<string> => {
    const body = { message: 'Come what may', recipients: mobiles(RECIPIENTS, first) };
    const answer = await client.post(`${all.url}/v1/sms/send-bulk/`, body);
    expect(answer.status).toBe(202);
    const isOurs = ({ to }: { to: string }) => to >= mobile(first) && to < mobile(first + RECIPIENTS);
    await eventually(
      'the campaign has begun',
      async () => (await fleet.acceptances()).some(isOurs) || undefined,
      10_000,
    );
    return answer.body.campaign_id;
  };

  /** All of it delivered, and in the journal once. */
  const expectDelivered = async (chaos: Chaos, campaignId: string) => {
    await untilSettled(fleet);
    const messages = await fleet.sql<{ id: string; status: string }>(
      'SELECT id, status FROM sms_messages WHERE campaign_id = $1',
      [campaignId],
    );
    expect(messages).toHaveLength(RECIPIENTS);
    const taken = Map.groupBy(await fleet.acceptances(), ({ messageId }) => messageId);
    const times = ({ id }: { id: string }) => taken.get(id)?.length ?? 0;
    const ids = (wrong: typeof messages) => wrong.map(({ id }) => id);
    await chaos.none('were sent more than once', ids(messages.filter((message) => times(message) > 1)));
    await chaos.none(
      'ended otherwise than the journal tells',
      ids(messages.filter((message) => message.status !== (times(message) === 1 ? 'delivered' : 'failed'))),
    );
  };

  it(
    'the tables of the queue may vanish: calls are accepted, and all is sent when `migrate` has made them anew',
    () =>
      inChaos('queue', fleet, async (chaos) => {
        const campaignId = await inTheMiddle(0);
        await fleet.sql('DROP SCHEMA pgboss CASCADE');
        const next = await client.post(`${all.url}/v1/sms/send-bulk/`, {
          message: 'Next',
          recipients: mobiles(1, 5_000),
        });
        expect(next.status).toBe(202);
        await migrate();
        await expectDelivered(chaos, campaignId);
        const { body } = await client.call('GET', `${all.url}/v1/sms/campaigns/${next.body.campaign_id}/`);
        expect(body.counts.delivered).toBe(1);

        await fleet.sql('DROP SCHEMA pgboss CASCADE');
        await all.restart();
        await eventually('it has started without them', async () => all.isUp() || undefined);
        await migrate();
        await expectDelivered(chaos, await inTheMiddle(30_000));
      }),
    CHAOS_TIMEOUT_MS,
  );

  it(
    'the database may be away for ten seconds: callers are told when to come again, and it is completed',
    () =>
      inChaos('database', fleet, async (chaos) => {
        const deaths = all.deaths();
        const campaignId = await inTheMiddle(10_000);
        proxy.cut();
        const backAt = Date.now() + DATABASE_AWAY_MS;
        const answers: Answer[] = [];
        while (Date.now() < backAt) {
          answers.push(
            await client.call('GET', `${all.url}/v1/sms/campaigns/${campaignId}/`),
            await client.post(`${all.url}/v1/sms/send/`, { to: mobile(20_000), message: 'Now?' }),
            await client.call('GET', `${all.url}/readyz`),
          );
          expect((await client.call('GET', `${all.url}/livez`)).status).toBe(200);
          await sleep(500);
        }
        proxy.heal();
        expect(answers.map(({ status }) => status).filter((status) => status !== 503)).toEqual([]);
        expect(answers.filter(({ headers }) => !/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''))).toEqual([]);

        await expectDelivered(chaos, campaignId);
        expect(all.deaths()).toBe(deaths);
        const after = await client.call('GET', `${all.url}/v1/sms/campaigns/${campaignId}/`);
        expect([after.status, after.body.status]).toEqual([200, 'completed']);
      }),
    CHAOS_TIMEOUT_MS,
  );
});
