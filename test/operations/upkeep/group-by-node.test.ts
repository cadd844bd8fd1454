import { describe, expect, it } from '@jest/globals';
import { groupByNode } from '../../../src/operations/upkeep/group-by-node.js';

/** In the order of their ids, as the statement returns them. */
const on = (nodes: Readonly<Record<string, number>>) =>
  Object.entries(nodes).map(([id, node]) => ({ organisation_id: id, node, redacted_after: 30, deleted_after: null }));

const grouped = (nodes: Readonly<Record<string, number>>, lastVisited: readonly (readonly [number, string])[] = []) =>
  [...groupByNode(on(nodes), new Map(lastVisited))].map(([node, own]) => [
    node,
    own.map(({ organisation_id: id }) => id).join(''),
  ]);

describe('organisations by node', () => {
  it('are one group on one PostgreSQL', () => {
    expect(grouped({ a: 0, b: 0, c: 0 })).toEqual([[0, 'abc']]);
  });

  it('are a group for each node of Citus, and one of the coordinator, even if it has none', () => {
    expect(grouped({ a: 2, b: 1, c: 2 })).toEqual([
      [0, ''],
      [2, 'ac'],
      [1, 'b'],
    ]);
  });

  it('begin on each node with the one after its last visited one', () => {
    const nodes = { a: 1, b: 2, c: 1, d: 2, e: 1, f: 2, g: 3 };
    const lastVisited = [
      [1, 'a'],
      [2, 'd'],
    ] as const;
    expect(grouped(nodes, lastVisited)).toEqual([
      [0, ''],
      [1, 'cea'],
      [2, 'fbd'],
      [3, 'g'],
    ]);
  });

  it('begin with the first after the last one was visited', () => {
    expect(grouped({ a: 0, b: 0 }, [[0, 'b']])).toEqual([[0, 'ab']]);
  });

  it('begin behind the place of an organisation that is gone, or has moved to another node', () => {
    expect(grouped({ a: 1, b: 2, c: 1 }, [[1, 'b']])).toEqual([
      [0, ''],
      [1, 'ca'],
      [2, 'b'],
    ]);
  });
});
