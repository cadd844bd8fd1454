import { describe, expect, it } from '@jest/globals';
import { nextGateway, type Route, routeFor } from '../../src/domain/routing.js';

const ROUTES: Route[] = [
  { organisationId: null, gateways: ['common', 'spare'] },
  { organisationId: 'mine', gateways: ['own'] },
];

describe('routing', () => {
  it('an organisation with a route of its own uses that, others the common one', () => {
    expect(routeFor(ROUTES, 'mine', false)).toEqual(['own']);
    expect(routeFor(ROUTES, 'other', false)).toEqual(['common', 'spare']);
  });

  it('without any route everything goes to the sandbox', () => {
    expect(routeFor([], 'mine', false)).toEqual(['sandbox']);
    expect(routeFor(ROUTES.slice(1), 'other', false)).toEqual(['sandbox']);
  });

  it('test messages go to the sandbox, whatever is configured', () => {
    expect(routeFor(ROUTES, 'mine', true)).toEqual(['sandbox']);
  });

  it('the gateways of a route follow each other, and the last has none behind it', () => {
    expect(nextGateway(['a', 'b', 'c'], 'a')).toBe('b');
    expect(nextGateway(['a', 'b', 'c'], 'b')).toBe('c');
    expect(nextGateway(['a', 'b', 'c'], 'c')).toBeNull();
  });

  it('a gateway that the route does not name any more hands over to the first of the route', () => {
    expect(nextGateway(['a', 'b'], 'gone')).toBe('a');
  });
});
