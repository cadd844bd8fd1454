/**
 * Runs `post` on items, so many at a time, in their order, until it says that no more is to be begun. Answers what has
 * been begun: always a beginning of the items.
 */
export async function postInOrder<Item, Result>(
  items: Iterator<Item, void>,
  concurrency: number,
  post: (item: Item) => Promise<Result>,
  isOver: () => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  let begun = 0;
  const lane = async () => {
    while (!isOver()) {
      const next = items.next();
      if (next.done) return;
      const place = begun++;
      results[place] = await post(next.value);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return results;
}
