import { describe, expect, it } from '@jest/globals';
import { isUrgent, PRIORITY, prioritiesAfter, priorityOf } from '../../src/domain/sms/priority.js';

describe('the priority of messages', () => {
  it.each([
    [1, true, PRIORITY.urgentSingle],
    [1, false, PRIORITY.single],
    [50, false, PRIORITY.single],
    [51, true, PRIORITY.smallCampaign],
    [1_000, false, PRIORITY.smallCampaign],
    [1_001, false, PRIORITY.campaign],
  ])('of a send of %d, at least once: %s, is %d', (messages, atLeastOnce, priority) => {
    expect(priorityOf(messages, atLeastOnce)).toBe(priority);
  });

  it('lets singles go before campaigns, and campaigns first in one lease of ten', () => {
    expect(prioritiesAfter(8)).toEqual([3, 2, 1, 0]);
    expect(prioritiesAfter(9)).toEqual([0, 1, 2, 3]);
    expect([3, 2, 1, 0].map((priority) => isUrgent(priority as 0))).toEqual([true, true, false, false]);
  });
});
