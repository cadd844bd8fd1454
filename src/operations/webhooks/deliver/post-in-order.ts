/**
 * Runs `post` on items, so many at a time, in their order, until it says that no more is to be begun. Answers what has
 * been begun: always a beginning of the items.
 */
export async function postInOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  post: (item: Item) => Promise<Result>,
  isOver: () => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const lane = async () => {
    for (const [place, item] of entries) {
      if (isOver()) return;
      results[place] = await post(item);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}
