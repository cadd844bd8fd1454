/** Groups rows by their organisations, in the order of ids: the lock order of transactions for several organisations. */
export function byOrganisation<Row extends { readonly organisation_id: string }>(
  rows: readonly Row[],
): [organisationId: string, rows: Row[]][] {
  const groups = Map.groupBy(rows, (row) => row.organisation_id);
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
