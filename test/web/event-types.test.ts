import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES } from '../../src/domain/events/event.js';
import { eventFamilies, typesOf, wireType } from '../../web/console/texts/event-types.js';

describe('the types of events in the console', () => {
  it('are all in one family, which filters and the form of an endpoint list', () => {
    const listed = eventFamilies.flatMap(([prefix]) => typesOf(prefix));
    expect(listed.map(wireType).sort()).toEqual([...EVENT_TYPES].sort());
  });
});
