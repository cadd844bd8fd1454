export interface Change {
  readonly subjectId: string;
  readonly revision: number;
}

/**
 * The sizes of the slices that the first `settled` changes are cut into, none larger than `largest`. No cut leaves
 * behind a change that a subject has gone through before one that is cut off: they come in the order of transactions, and
 * one that began early may have waited for a later one. What cannot be cut yet waits.
 */
export function cutLog(changes: readonly Change[], settled: number, largest: number): number[] {
  const reaches = farthestPredecessors(changes);
  const sizes: number[] = [];
  let start = 0;
  let cut = 0;
  let reach = 0;
  for (let place = 0; place < settled; place += 1) {
    reach = Math.max(reach, reaches[place] ?? 0);
    if (reach <= place) cut = place + 1;
    if (place + 1 - start < largest) continue;
    // Rather out of order than never.
    const end = cut > start ? cut : place + 1;
    sizes.push(end - start);
    start = end;
  }
  if (cut > start) sizes.push(cut - start);
  return sizes;
}

/** For each change the last place at which an earlier change of its subject stands behind it, else 0. */
function farthestPredecessors(changes: readonly Change[]): number[] {
  const farthest = new Array<number>(changes.length).fill(0);
  for (const places of Map.groupBy(changes.keys(), (place) => changes[place]?.subjectId).values()) {
    if (places.length === 1) continue;
    const revisionAt = (place: number) => changes[place]?.revision ?? 0;
    for (const place of places) {
      farthest[place] = places.findLast((other) => other > place && revisionAt(other) < revisionAt(place)) ?? 0;
    }
  }
  return farthest;
}
