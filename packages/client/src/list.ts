interface Page<Item> {
  /** The number of results on all pages; null if there are too many SMS to count them. */
  readonly count: number | null;
  readonly results: Item[];
  /** Leads to the next page; null on the last one. */
  readonly next_cursor: string | null;
}

/** A list that the server has in pages: `for await` reads all of it, `page()` one page. */
export class List<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#read = read;
  }

  /** One page: the first, or the one at the `next_cursor` of another. */
  page(cursor?: string | null): Promise<Page<Item>> {
    return this.#read(cursor ?? undefined);
  }

  /** All of it at once. */
  async toArray(): Promise<Item[]> {
    const items: Item[] = [];
    for await (const item of this) items.push(item);
    return items;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await this.page(cursor);
      yield* page.results;
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
}
