import { describe, expect, it } from '@jest/globals';
import { everyInterval, spanOf } from '../../web/console/pages/overview/spans.js';
import { NO_COUNTS } from '../../web/console/parts/states/counts.js';

describe('The span of statistics', () => {
  it('ends with the present hour', () => {
    const { from, to, starts } = spanOf('24h', Date.parse('2026-11-23T10:45:00Z'), 'UTC');
    expect([from, to, starts.length]).toEqual(['2026-11-22T11:00:00.000Z', '2026-11-23T11:00:00.000Z', 24]);
  });

  it('has the hours of zones whose clocks differ by half an hour', () => {
    const { to } = spanOf('24h', Date.parse('2026-11-23T10:45:00Z'), 'Asia/Kolkata');
    expect(to).toBe('2026-11-23T11:30:00.000Z');
  });

  it('begins each day at midnight, also when the clocks have been put back', () => {
    const { starts } = spanOf('7d', Date.parse('2026-10-27T12:00:00Z'), 'Europe/Berlin');
    expect(starts).toEqual([
      '2026-10-20T22:00:00.000Z',
      '2026-10-21T22:00:00.000Z',
      '2026-10-22T22:00:00.000Z',
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ]);
  });

  it('has a point for intervals in which nothing was accepted', () => {
    const span = spanOf('24h', Date.parse('2026-11-23T10:45:00Z'), 'UTC');
    const points = everyInterval(span, [{ at: '2026-11-23T10:00:00Z', counts: { ...NO_COUNTS, delivered: 3 } }]);
    expect(points.map(({ counts }) => counts.delivered)).toEqual([...Array(23).fill(0), 3]);
  });
});
