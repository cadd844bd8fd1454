/** The items in their order, `size` at a time. */
export function portions<T>(items: readonly T[], size: number): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += size) all.push(items.slice(start, start + size));
  return all;
}
