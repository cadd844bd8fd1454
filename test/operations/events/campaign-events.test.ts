import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Compiled } from '../../../src/db/postgres/statement.js';
import type { CampaignRow } from '../../../src/db/sql/sms/campaigns/campaigns.js';
import type { DescribedEvent } from '../../../src/domain/events/event.js';
import { LIMITS } from '../../../src/domain/limits.js';
import type { Context } from '../../../src/operations/context.js';
import { type CampaignChanges, createCampaignChanges } from '../../../src/operations/events/campaign-changes.js';
import type { Follower } from '../../../src/operations/events/event-feed.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { accept, createProgrammableGateway } from '../../support/gateways/programmable-gateway.js';
import { drain, mobiles, newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

describe('the events of a campaign', () => {
  const services = useServices({ gateways: [createProgrammableGateway({ name: 'north', react: accept })] });

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

/** The sequence of the log when the first reader comes. */
const START = 100;

/** Campaigns are read once a second: the next second comes at once. */
const aSecond = () => jest.advanceTimersByTimeAsync(1_000);

async function next(stream: AsyncIterator<CampaignRow>) {
  const answer = stream.next();
  await aSecond();
  return (await answer).value;
}

describe('Changes of campaigns', () => {
  let follower: Follower;
  let sequence: number;
  let left: number;
  let reads: (readonly string[])[];
  let failing: boolean;
  let changes: CampaignChanges;
  /** What a read shows of every campaign. */
  let state: number;

  afterEach(() => void jest.useRealTimers());
  beforeEach(() => {
    jest.useFakeTimers();
    [sequence, left, reads, failing, state] = [START, 0, [], false, 0];
    const feed = {
      follow: async (_organisationId: string, joining: Follower) => {
        follower = joining;
        return { after: START, leave: () => void left++ };
      },
    };
    /** Its parameters are the organisation and the ids. */
    const query = async ({ parameters }: Compiled) => {
      const ids = (parameters.find(Array.isArray) ?? []) as string[];
      reads.push(ids);
      if (failing) throw new Error('no database');
      return ids.map((id) => ({ id, queued: state }));
    };
    const db = { atOnceInOrganisation: (_id: string, work: (tx: object) => unknown) => work({ query }) };
    changes = createCampaignChanges({ db, logger: { warn: () => undefined } } as never, feed as never);
  });

  /** Events of these campaigns; null: of a message of none. */
  const tell = (...ids: readonly (string | null)[]) => {
    const events = ids.map((campaignId) => {
      sequence += 1;
      return { sequence, campaignId };
    });
    follower.take(events as unknown as DescribedEvent[]);
  };
  const many = (from: number, count: number) => Array.from({ length: count }, (_, place) => `campaign ${from + place}`);

  it('are read once for all readers and campaigns, and not for messages without a campaign', async () => {
    const [one, other] = [await changes.follow('acme'), await changes.follow('acme')];
    tell(null, 'a', 'b', 'a');
    for (const stream of [one, other]) {
      expect(await next(stream)).toMatchObject({ id: 'a' });
      expect(await next(stream)).toMatchObject({ id: 'b' });
    }
    expect(reads).toEqual([['a', 'b']]);
    await one.return();
    expect(left).toBe(0);
    await other.return();
    expect(left).toBe(1);
  });

  it('are shown in their newest state to a slow reader, and not again if nothing has changed', async () => {
    const [slow, fast] = [await changes.follow('acme'), await changes.follow('acme')];
    tell('a');
    await next(fast);
    state = 1;
    tell('a', 'b');
    await next(fast);
    await next(fast);
    tell('a');
    tell('c');
    // A reader that saw `a` and `b` in this state sees only `c`.
    expect(await next(fast)).toMatchObject({ id: 'c' });
    expect(reads).toHaveLength(3);
    expect([await next(slow), await next(slow), await next(slow)]).toMatchObject([
      { id: 'a', queued: 1 },
      { id: 'b' },
      { id: 'c' },
    ]);
    await Promise.all([slow.return(), fast.return()]);
  });

  it('are read again after a failure', async () => {
    const stream = await changes.follow('acme');
    failing = true;
    tell('a');
    await aSecond();
    expect(reads).toEqual([['a']]);
    failing = false;
    tell('b');
    const ids = [await next(stream), await next(stream)].map((campaign) => campaign?.id);
    expect(ids.toSorted()).toEqual(['a', 'b']);
    await stream.return();
  });

  it('end for a reader for whom too many campaigns wait, which learns where to go on', async () => {
    const [slow, fast] = [await changes.follow('acme'), await changes.follow('acme')];
    tell('seen by both');
    await Promise.all([next(slow), next(fast)]);
    const seenUpTo = sequence;
    const most = LIMITS.campaignsWaitingPerSubscription;
    tell(...many(0, most));
    for (let count = 0; count < most; count += 1) await next(fast);
    tell('one too many');
    expect(await next(fast)).toMatchObject({ id: 'one too many' });
    await expect(slow.next()).rejects.toMatchObject({ code: 'too_slow', resumeAfter: seenUpTo });
    await fast.return();
  });
});
