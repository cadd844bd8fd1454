import { describe, expect, it } from '@jest/globals';
import {
  FIRST_OF_CAMPAIGN,
  isUrgent,
  onAgenda,
  PRIORITY,
  prioritiesAfter,
  priorityOf,
} from '../../src/domain/sms/priority.js';

describe('the priority of messages', () => {
  it.each([
    [1, true, PRIORITY.urgentSingle],
    [1, false, PRIORITY.single],
    [50, false, PRIORITY.single],
    [51, true, FIRST_OF_CAMPAIGN.smallCampaign],
    [1_000, false, FIRST_OF_CAMPAIGN.smallCampaign],
    [1_001, false, FIRST_OF_CAMPAIGN.campaign],
  ])('of a send of %d, at least once: %s, is %d', (messages, atLeastOnce, priority) => {
    expect(priorityOf(messages, atLeastOnce)).toBe(priority);
  });

  it('of what follows a first attempt is the same on the agenda', () => {
    expect([3, 2, 1, 0, -1, -2].map((priority) => onAgenda(priority as 0))).toEqual([3, 2, 1, 0, 1, 0]);
  });

  it('lets singles go before retries of campaigns, and these first in one lease of ten', () => {
    expect(prioritiesAfter(8)).toEqual([3, 2, 1, 0]);
    expect(prioritiesAfter(9)).toEqual([0, 1, 2, 3]);
    expect([3, 2, 1, 0].map((priority) => isUrgent(priority as 0))).toEqual([true, true, false, false]);
  });
});
