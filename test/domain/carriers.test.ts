import { describe, expect, it } from '@jest/globals';
import { carrierOf, nextCarrier } from '../../src/domain/sms/inbound/own-numbers.js';

/** The gateways that a message tries one after the other. */
function tried(carriers: readonly string[], route: readonly string[], cameFrom: string): string[] {
  const all: string[] = [];
  let next = carrierOf(carriers, route, cameFrom);
  while (next !== null && all.length < 10) {
    all.push(next);
    next = nextCarrier(carriers, route, cameFrom, next);
  }
  return all;
}

describe('A message from an own number', () => {
  it.each<[string, readonly string[], readonly string[], string, string[]]>([
    ['the carriers on the route first, in its order', ['a', 'b', 'c'], ['c', 'x', 'b'], 'a', ['c', 'b', 'a']],
    ['then the gateway that the person wrote through', ['a', 'b', 'c'], ['x', 'c'], 'b', ['c', 'b', 'a']],
    ['that gateway first, if no carrier is on the route', ['a', 'b'], ['x'], 'b', ['b', 'a']],
    ['no gateway that does not carry the number', ['a'], ['x', 'a'], 'y', ['a']],
    ['the carriers in the order of the file, if the person’s is none', ['a', 'b'], [], 'y', ['a', 'b']],
    ['each carrier once', ['a', 'b', 'b'], ['b', 'a', 'b'], 'a', ['b', 'a']],
    ['none, if none carries the number', [], ['x'], 'x', []],
  ])('tries %s', (_, carriers, route, cameFrom, expected) => {
    expect(tried(carriers, route, cameFrom)).toEqual(expected);
  });

  it('begins with the first carrier if its gateway carries the number no more', () => {
    expect(nextCarrier(['a', 'b'], ['x', 'b'], 'gone', 'gone')).toBe('b');
  });
});
