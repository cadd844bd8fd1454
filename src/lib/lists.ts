/** Splits the items into lists of at most `size`, in their order. */
export function portions<T>(items: readonly T[], size: number): T[][] {
  const all: T[][] = [];
  for (let start = 0; start < items.length; start += size) all.push(items.slice(start, start + size));
  return all;
}

export function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
