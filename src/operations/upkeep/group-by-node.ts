import type { Retentions } from '../../db/sql/upkeep/housekeeping.js';
import { LOWEST_ID } from '../../lib/ids.js';

/** The node that has the rows which belong to no organisation; one PostgreSQL counts as it. */
export const COORDINATOR = 0;

/**
 * For each node the organisation that housekeeping has visited last: a run gets further on one node than on another.
 */
export type LastVisited = ReadonlyMap<number, string>;

/** The organisations of each node; those after the last visited one are the first. */
export function groupByNode(
  organisations: readonly Retentions[],
  lastVisited: LastVisited,
): ReadonlyMap<number, readonly Retentions[]> {
  const groups = [...Map.groupBy(organisations, ({ node }) => node)];
  return new Map([
    [COORDINATOR, []],
    ...groups.map(([node, own]) => [node, beginAfter(own, lastVisited.get(node) ?? LOWEST_ID)] as const),
  ]);
}

function beginAfter(organisations: readonly Retentions[], last: string): readonly Retentions[] {
  const isAfter = ({ organisation_id: id }: Retentions) => id > last;
  return [...organisations.filter(isAfter), ...organisations.filter((one) => !isAfter(one))];
}
