/** In the order in which the keys first come. Map.groupBy, which Node 20 lacks. */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The items in their order, `size` at a time. */
export function portions<T>(items: readonly T[], size: number): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += size) all.push(items.slice(start, start + size));
  return all;
}
