import type { Caller } from '../../../domain/context.js';
import { createKeyedSemaphore } from '../../../lib/async/semaphore.js';

/** Calls with so many numbers, or fewer, do not wait. */
const SHORT_LIST = 1_000;
/**
 * An organisation has one call with a long list at a time: many at once would hold every connection of the process.
 * Few wait, because each keeps its list in memory; others are refused with Retry-After.
 */
const LONG_LISTS_AT_ONCE = 1;
const LONG_LISTS_WAITING = 20;
const inTurnOfOrganisation = createKeyedSemaphore(LONG_LISTS_AT_ONCE, LONG_LISTS_WAITING);

/** Runs a call with a list of numbers, in turn with those of the organisation if it is long. */
export function inTurnIfLong<Result>(
  { organisationId }: Pick<Caller, 'organisationId'>,
  numbers: readonly unknown[],
  work: () => Promise<Result>,
): Promise<Result> {
  return numbers.length > SHORT_LIST ? inTurnOfOrganisation(organisationId, work) : work();
}
