import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { DescribedEvent } from '../../../src/domain/events/event.js';
import { makeWebhookSecret, signingKey } from '../../../src/domain/events/signature.js';
import { signAhead } from '../../../src/operations/webhooks/sign-ahead.js';

const secret = makeWebhookSecret();
const event: DescribedEvent = {
  id: 'evt_0',
  sequence: 0,
  type: 'session.connected',
  status: 'connected',
  subjectId: 'phone',
  sessionId: 'phone',
  messageId: null,
  campaignId: null,
  webhookId: null,
  reference: null,
  revision: 1,
  deliveryCode: null,
  corrected: false,
  test: false,
  occurredAt: new Date(),
  xactId: '1',
  entryId: '1',
};
const outgoing = Array.from({ length: 250 }, (_, sequence) => ({
  event: { ...event, id: `evt_${sequence}`, sequence },
  attempts: 0,
}));

describe('events that are signed ahead', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_800_000_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** As a receiver sees them that takes so long for each. */
  const taken = (msEach: number) =>
    Array.from(signAhead([signingKey(secret)], outgoing), ({ headers, body }) => {
      const { data } = new Webhook(secret).verify(body, headers) as { data: { sequence: number } };
      const late = Date.now() / 1000 - Number(headers['webhook-timestamp']);
      jest.advanceTimersByTime(msEach);
      return { id: headers['webhook-id'], sequence: data.sequence, late };
    });

  it.each([
    ['quick', 0],
    ['slow', 130],
    ['very slow', 15_000],
  ])('each comes once, in order, and its signature is fresh, also where the receiver is %s', (_, msEach) => {
    const all = taken(msEach);
    expect(all.map(({ id }) => id)).toEqual(outgoing.map(({ event }) => event.id));
    expect(all.map(({ sequence }) => sequence)).toEqual(outgoing.map(({ event }) => event.sequence));
    // What it was signed with counts whole seconds, and is good for one.
    expect(Math.max(...all.map(({ late }) => late))).toBeLessThan(2);
  });

  it('goes on where signing itself takes long', () => {
    const slow = outgoing.slice(0, 3).map(({ event, attempts }) => {
      const occurredAt = Object.assign(new Date(0), {
        toISOString() {
          jest.advanceTimersByTime(5_000);
          return new Date(0).toISOString();
        },
      });
      return { event: { ...event, occurredAt }, attempts };
    });
    expect(Array.from(signAhead([signingKey(secret)], slow), ({ headers }) => headers['webhook-id'])).toHaveLength(3);
  });

  it('of none there are none', () => {
    expect([...signAhead([signingKey(secret)], [])]).toEqual([]);
  });
});
