import { describe, expect, it } from '@jest/globals';
import { dayOf, startOfDay } from '../../web/console/texts/local-time.js';

describe('The day of a time', () => {
  const at = new Date('2026-11-23T23:30:00Z');

  it('is that of the zone', () => {
    expect(['UTC', 'Asia/Tokyo', 'America/New_York'].map((zone) => dayOf(at, zone))).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-23',
    ]);
  });

  it('begins at or before the time, in the zone of the browser, and ends after it', () => {
    const [start = '', end = ''] = [0, 1].map((daysLater) => startOfDay(dayOf(at), daysLater));
    expect(Date.parse(start)).toBeLessThanOrEqual(at.getTime());
    expect(Date.parse(end)).toBeGreaterThan(at.getTime());
  });
});
