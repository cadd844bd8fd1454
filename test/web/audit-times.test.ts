import { describe, expect, it } from '@jest/globals';
import { timeIn } from '../../web/console/pages/audit/times.js';

describe('a value of an audit entry', () => {
  it.each([
    '2026-11-28T03:03:17Z',
    '2026-11-28T03:03:17.000+00:00',
    '2026-11-28 03:03:17+00',
    '2026-11-28 04:03:17+01',
  ])('%s is a time', (value) => expect(timeIn(value)).toEqual(new Date('2026-11-28T03:03:17Z')));

  it.each(['2026-11-28 10:00 deploy', '2026-11-28 10:00', '2026-11-28 10:00:00Z deploy', '2026-13-45 10:00:00Z', ''])(
    '"%s" is none',
    (value) => expect(timeIn(value)).toBeUndefined(),
  );
});
