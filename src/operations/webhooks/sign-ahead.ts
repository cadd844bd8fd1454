import type { KeyObject } from 'node:crypto';
import { eventBody } from '../../domain/events/event.js';
import type { Outgoing } from './find-work.js';
import { type SignedEvent, signEvent } from './post-event.js';

const GROUP_SIZE = 20;
/** What has waited longer for its turn, because the receiver is slow, is signed anew: receivers look at the time. */
const GOOD_FOR_MS = 1_000;

/**
 * Events in their order, each signed shortly before it is asked for. In groups: between calls the processor has forgotten
 * how to sign, and takes five times as long for a single one.
 */
export function* signAhead(keys: readonly KeyObject[], outgoing: readonly Outgoing[]): Generator<SignedEvent, void> {
  for (let place = 0; place < outgoing.length; ) {
    const signedAt = performance.now();
    const next = outgoing.slice(place, place + GROUP_SIZE);
    const group = next.map(({ event }) => signEvent(keys, event.id, eventBody(event)));
    for (const signed of group) {
      if (performance.now() - signedAt > GOOD_FOR_MS) break;
      yield signed;
      place += 1;
    }
  }
}
