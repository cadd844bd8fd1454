/**
 * Runs `post` on items, so many at a time, in their order, until it says that no more is to be begun. Answers what has
 * been begun: always a beginning of the list.
 */
export async function postInOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  post: (item: Item) => Promise<Result>,
  isOver: () => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length && !isOver()) {
      const place = next++;
      results[place] = await post(items[place] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, lane));
  return results;
}
