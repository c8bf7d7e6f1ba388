/** A long list that is not held here: its items come page by page, as often as it is gone through. */
export interface PagedList<Item> extends AsyncIterable<Item> {
  readonly length: number;
}

/** A list of a request: its items at hand, or paged where the body is large. */
export type LongList<Item> = readonly Item[] | PagedList<Item>;
