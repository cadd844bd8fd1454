import { describe, expect, it } from '@jest/globals';
import { noteReading, type Reading, rateOf } from '../../web/console/pages/campaign/rate.js';
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

const campaign = (fields: Partial<Campaign>) =>
  ({ status: 'RUNNING', createdAt: '2026-05-06T07:08:09Z', ...fields }) as Campaign;

describe('the sentence of a campaign', () => {
  it('says how many arrived, are under way and did not arrive, and how long the rest takes', () => {
    const counts = { ...NONE, sent: 402, delivered: 9_214, failed: 100, undelivered: 96 };
    expect(sentenceOf(campaign({ counts }), 61)).toBe(
      '9,214 of 9,812 delivered (93.9%), 402 on their way, 196 did not arrive. About 7 s left at 61 a second.',
    );
  });

  it('never says 100 % while a message is missing, and promises no end for messages on hold', () => {
    const counts = { ...NONE, delivered: 9_999, held: 1 };
    expect(sentenceOf(campaign({ counts, status: 'HELD' }), null)).toBe(
      '9,999 of 10,000 delivered (99.9%), 1 on hold.',
    );
  });

  it('says when it ended, and how long it took', () => {
    const ended = {
      status: 'COMPLETED',
      completedAt: '2026-05-06T07:14:09Z',
      startedAt: '2026-05-06T07:08:09Z',
    } as const;
    expect(sentenceOf(campaign({ counts: { ...NONE, delivered: 2 }, ...ended }), null)).toMatch(
      /^2 of 2 delivered \(100%\)\. Ended .*, after 6 min\.$/,
    );
  });
});

describe('the rate of a campaign', () => {
  const readings = (...values: readonly [atMs: number, finished: number][]) =>
    values.reduce<readonly Reading[]>((all, [atMs, finished]) => noteReading(all, { atMs, finished }), []);

  it('is unknown before there are ten seconds of readings', () => {
    expect(rateOf(readings([0, 0], [9_000, 900]))).toBeNull();
  });

  it('counts the last minute only', () => {
    expect(rateOf(readings([0, 0], [60_000, 6_000], [120_000, 6_600]))).toBe(10);
  });

  it('is unknown while nothing moves', () => {
    expect(rateOf(readings([0, 50], [20_000, 50]))).toBeNull();
  });
});
