/** The items in their order, `size` at a time. */
export function portions<T>(items: readonly T[], size: number): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += size) all.push(items.slice(start, start + size));
  return all;
}

/** Sorted by id: transactions that lock rows in one order cannot deadlock over them. */
export function sortedById<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
