/**
 * The order in which workers take the messages of an organisation that are due at a gateway: a one-time code must not
 * wait for its newsletter. Attempts that follow keep the priority of the first.
 */
export const PRIORITY = { urgentSingle: 3, single: 2, smallCampaign: 1, campaign: 0 } as const;
export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

/** From the highest to the lowest. */
export const PRIORITIES: readonly Priority[] = [3, 2, 1, 0];

/** Campaigns of at most so many messages count as singles. */
const FEW_MESSAGES = 50;
const SMALL_CAMPAIGN = 1_000;

export function priorityOf(messages: number, atLeastOnce: boolean): Priority {
  if (messages <= FEW_MESSAGES) return atLeastOnce ? PRIORITY.urgentSingle : PRIORITY.single;
  return messages <= SMALL_CAMPAIGN ? PRIORITY.smallCampaign : PRIORITY.campaign;
}

/** Whether messages of this priority let those of campaigns wait. */
export const isUrgent = (priority: Priority): boolean => priority >= PRIORITY.single;

/**
 * After so many leases of urgent messages in a row a worker begins with the lowest priority: campaigns move on whatever
 * the singles do.
 */
const URGENT_LEASES_IN_A_ROW = 9;

/** The priorities in the order in which the next lease looks for due messages. */
export function prioritiesAfter(urgentLeases: number): readonly Priority[] {
  return urgentLeases >= URGENT_LEASES_IN_A_ROW ? PRIORITIES.toReversed() : PRIORITIES;
}
