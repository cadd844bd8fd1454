import { describe, expect, it } from '@jest/globals';
import { SENT_AGAIN_CODES } from '../../src/domain/sms/delivery-codes.js';
import { noteReading, type Pace, paceOf, type Reading, UNKNOWN_PACE } from '../../web/console/pages/campaign/rate.js';
import { cutForRetry, hasMoreToSendAgain } from '../../web/console/pages/campaign/retries.js';
import { sentenceOf } from '../../web/console/pages/campaign/sentence.js';

type Campaign = Parameters<typeof sentenceOf>[0];

const NONE = {
  __typename: 'MessageCounts' as const,
  queued: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  undelivered: 0,
  blocked: 0,
  held: 0,
  cancelled: 0,
};

const at = (rate: number): Pace => ({ rate, stillSeconds: 0 });

const campaign = (fields: Partial<Campaign>) =>
  ({ status: 'RUNNING', createdAt: '2026-05-06T07:08:09Z', ...fields }) as Campaign;

describe('the sentence of a campaign', () => {
  it('says how many arrived, are under way and did not arrive, and how long the rest takes', () => {
    const counts = { ...NONE, sent: 402, delivered: 9_214, failed: 100, undelivered: 96 };
    expect(sentenceOf(campaign({ counts }), at(61))).toBe(
      '9,214 of 9,812 delivered (93.9%), 402 on their way, 196 did not arrive. About 7 s left at 61 a second.',
    );
  });

  it('never says 100 % while a message is missing, and promises no end for messages on hold', () => {
    const counts = { ...NONE, delivered: 9_999, held: 1 };
    for (const status of ['HELD', 'RUNNING'] as const) {
      expect(sentenceOf(campaign({ counts, status }), at(54))).toBe('9,999 of 10,000 delivered (99.9%), 1 on hold.');
    }
  });

  it('says for how long nothing has moved, in place of the time left', () => {
    const counts = { ...NONE, delivered: 1, sent: 2 };
    expect(sentenceOf(campaign({ counts }), { rate: null, stillSeconds: 40 })).toBe(
      '1 of 3 delivered (33.3%), 2 on their way. Nothing has moved for 40 s.',
    );
  });

  it('promises no end while the campaign is paused', () => {
    const counts = { ...NONE, delivered: 1, queued: 2 };
    const paused = campaign({ counts, status: 'PAUSED', pausedAt: '2026-05-06T07:14:09Z' });
    expect(sentenceOf(paused, at(54))).toMatch(/2 waiting\. Paused since .*: nothing more is handed to a gateway\.$/);
  });

  it('counts the recipients whose messages wait for the start, and not those that were left out', () => {
    const counts = { ...NONE, queued: 1, blocked: 1, failed: 1 };
    const scheduled = campaign({ counts, status: 'SCHEDULED', scheduledAt: '2026-05-06T07:14:09Z' });
    expect(sentenceOf(scheduled, UNKNOWN_PACE)).toMatch(/^Starts .*, to 1 recipient\.$/);
  });

  it('says when a paused campaign starts, as long as it has not begun', () => {
    const later = { scheduledAt: new Date(Date.now() + 86_400_000).toISOString(), startedAt: null };
    const paused = { counts: { ...NONE, queued: 2 }, status: 'PAUSED', pausedAt: '2026-05-06T07:14:09Z' } as const;
    const starts = /to a gateway\. If it is resumed by then, it starts .*\.$/;
    expect(sentenceOf(campaign({ ...paused, ...later }), UNKNOWN_PACE)).toMatch(starts);
    const begun = { ...later, startedAt: '2026-05-06T07:14:08Z' };
    expect(sentenceOf(campaign({ ...paused, ...begun }), UNKNOWN_PACE)).not.toMatch(starts);
  });

  it('says when it ended, and how long it took', () => {
    const ended = {
      status: 'COMPLETED',
      completedAt: '2026-05-06T07:14:09Z',
      startedAt: '2026-05-06T07:08:09Z',
    } as const;
    expect(sentenceOf(campaign({ counts: { ...NONE, delivered: 2 }, ...ended }), UNKNOWN_PACE)).toMatch(
      /^2 of 2 delivered \(100%\)\. Ended .*, after 6 min\.$/,
    );
  });
});

describe('the pace of a campaign', () => {
  const paceAt = (nowMs: number, ...values: readonly [atMs: number, delivered: number, sent?: number][]) => {
    const readings = values.reduce<readonly Reading[]>(
      (all, [atMs, delivered, sent = 0]) => noteReading(all, { atMs, counts: { ...NONE, delivered, sent } }),
      [],
    );
    return paceOf(readings, nowMs);
  };

  it('is unknown before there are ten seconds of readings', () => {
    expect(paceAt(9_000, [0, 0], [9_000, 900])).toEqual(UNKNOWN_PACE);
  });

  it('counts the last minute only', () => {
    expect(paceAt(120_000, [0, 0], [60_000, 6_000], [120_000, 6_600])).toEqual(at(10));
  });

  it('is no rate while messages are only handed over', () => {
    expect(paceAt(20_000, [0, 50, 0], [20_000, 50, 10])).toEqual(UNKNOWN_PACE);
  });

  it('is that of a standstill once nothing has moved for ten seconds', () => {
    expect(paceAt(29_999, [0, 0], [20_000, 50])).toEqual(at(2.5));
    expect(paceAt(60_500, [0, 0], [20_000, 50])).toEqual({ rate: null, stillSeconds: 40 });
  });
});

type Outcomes = Parameters<typeof hasMoreToSendAgain>[0];
type Retries = Parameters<typeof hasMoreToSendAgain>[1];

const [ONE = 0, OTHER = 0] = SENT_AGAIN_CODES;

const failed = (counts: Readonly<Record<number, number>>) =>
  Object.entries(counts).map(([code, count]) => ({ code: { code: Number(code) }, count })) as unknown as Outcomes;
const retry = (counts: Partial<typeof NONE>) => ({ counts: { ...NONE, ...counts } }) as unknown as Retries[number];

describe('what failed in a campaign', () => {
  it('is sent again once, unless that was cancelled', () => {
    expect(hasMoreToSendAgain(failed({ [ONE]: 5 }), [])).toBe(true);
    expect(hasMoreToSendAgain(failed({ [ONE]: 5 }), [retry({ delivered: 3, failed: 2 })])).toBe(false);
    expect(hasMoreToSendAgain(failed({ [ONE]: 5 }), [retry({ delivered: 4, cancelled: 1 })])).toBe(true);
    expect(hasMoreToSendAgain(failed({ 101: 5 }), [])).toBe(false);
  });

  it('may have more to send again of another code, after a late report for what was sent again', () => {
    const retries = [retry({ delivered: 5 })];
    expect(hasMoreToSendAgain(failed({ [ONE]: 5, [OTHER]: 3 }), retries)).toBe(true);
    expect(hasMoreToSendAgain(failed({ [ONE]: 1, [OTHER]: 3 }), retries)).toBe(true);
    expect(hasMoreToSendAgain(failed({ [ONE]: 5, [OTHER]: 3 }), [...retries, retry({ queued: 3 })])).toBe(false);
  });
});

describe('the name of a retry', () => {
  it('has the beginning of a long name, without half a character', () => {
    expect(cutForRetry('Reminders')).toBe('Reminders');
    expect(cutForRetry(`${'a'.repeat(179)}😀 and more`)).toBe('a'.repeat(179));
    expect(cutForRetry('a'.repeat(200))).toBe('a'.repeat(180));
  });
});
