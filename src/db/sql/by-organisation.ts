/** Groups by organisation, in the order of ids: the lock order of transactions for several organisations. */
export function byOrganisation<Item>(
  items: readonly Item[],
  organisationOf: (item: Item) => string,
): [organisationId: string, items: Item[]][] {
  return [...Map.groupBy(items, organisationOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
