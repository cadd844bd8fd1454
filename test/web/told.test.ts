import { describe, expect, it } from '@jest/globals';
import { isNewer } from '../../web/console/parts/states/told-campaigns.js';

const early = new Date('2026-05-06T07:08:09Z');
const late = new Date('2026-05-06T07:08:10Z');

describe('a state that a subscription has told', () => {
  it('is newer than what was loaded if its revision is higher, whenever it came', () => {
    expect(isNewer({ state: { revision: 3 }, at: early }, { revision: 2 }, late)).toBe(true);
    expect(isNewer({ state: { revision: 2 }, at: late }, { revision: 3 }, early)).toBe(false);
  });

  it('gives way to what was loaded later within a revision, whose counts go on changing', () => {
    expect(isNewer({ state: { revision: 2 }, at: early }, { revision: 2 }, late)).toBe(false);
    expect(isNewer({ state: { revision: 2 }, at: late }, { revision: 2 }, early)).toBe(true);
  });
});
