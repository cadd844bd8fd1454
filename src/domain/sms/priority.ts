/**
 * The order in which workers take the messages of an organisation that are due at a gateway: a one-time code must not
 * wait for its newsletter. Workers look for these themselves, on the agenda.
 */
export const PRIORITY = { urgentSingle: 3, single: 2, smallCampaign: 1, campaign: 0 } as const;
/** First attempts of campaigns wait for a job of the queue, which dispatches them. */
export const FIRST_OF_CAMPAIGN = { smallCampaign: -1, campaign: -2 } as const;

export type Priority =
  | (typeof PRIORITY)[keyof typeof PRIORITY]
  | (typeof FIRST_OF_CAMPAIGN)[keyof typeof FIRST_OF_CAMPAIGN];

/** From the highest to the lowest. */
export const PRIORITIES: readonly Priority[] = [3, 2, 1, 0];
export const PRIORITIES_OF_JOBS: readonly Priority[] = [-1, -2];
export const ALL_PRIORITIES: readonly Priority[] = [...PRIORITIES, ...PRIORITIES_OF_JOBS];

/** Campaigns of at most so many messages count as singles. */
const FEW_MESSAGES = 50;
const SMALL_CAMPAIGN = 1_000;

export function priorityOf(messages: number, atLeastOnce: boolean): Priority {
  if (messages <= FEW_MESSAGES) return atLeastOnce ? PRIORITY.urgentSingle : PRIORITY.single;
  return messages <= SMALL_CAMPAIGN ? FIRST_OF_CAMPAIGN.smallCampaign : FIRST_OF_CAMPAIGN.campaign;
}

export const isOfJobs = (priority: Priority): boolean => priority < 0;

/** The priority of whatever follows a first attempt: the agenda alone says when. */
export function onAgenda(priority: Priority): Priority {
  if (priority === FIRST_OF_CAMPAIGN.smallCampaign) return PRIORITY.smallCampaign;
  return priority === FIRST_OF_CAMPAIGN.campaign ? PRIORITY.campaign : priority;
}

/** Whether messages of this priority let those of campaigns wait. */
export const isUrgent = (priority: Priority): boolean => priority >= PRIORITY.single;

/**
 * After so many leases of urgent messages in a row a worker begins with the lowest priority: retries of campaigns
 * move on whatever the singles do.
 */
const URGENT_LEASES_IN_A_ROW = 9;

/** The priorities in the order in which the next lease looks for due messages. */
export function prioritiesAfter(urgentLeases: number): readonly Priority[] {
  return urgentLeases >= URGENT_LEASES_IN_A_ROW ? PRIORITIES.toReversed() : PRIORITIES;
}
