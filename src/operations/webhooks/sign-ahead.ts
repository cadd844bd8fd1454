import type { KeyObject } from 'node:crypto';
import { eventBody } from '../../domain/events/event.js';
import type { Outgoing } from './find-work.js';
import { type SignedEvent, signEvent } from './post-event.js';

const GROUP_SIZE = 20;
/** What has waited longer for its turn, because the receiver is slow, is signed anew: receivers look at the time. */
const GOOD_FOR_MS = 1_000;

/**
 * Events in their order, each signed shortly before it is asked for. In groups: by itself, between two calls, a signature
 * takes 13 µs, as the processor has forgotten how to make one, and in a group 4.
 */
export function* signAhead(keys: readonly KeyObject[], outgoing: readonly Outgoing[]): Generator<SignedEvent, void> {
  for (let place = 0; place < outgoing.length; ) {
    const next = outgoing.slice(place, place + GROUP_SIZE);
    const group = next.map(({ event }) => signEvent(keys, event.id, eventBody(event)));
    // Afterwards, so that the first of a group is good in any case, however long signing took.
    const signedAt = performance.now();
    for (const signed of group) {
      if (performance.now() - signedAt > GOOD_FOR_MS) break;
      yield signed;
      place += 1;
    }
  }
}
