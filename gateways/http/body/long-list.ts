/** A long list that is in another thread: its items are read in pages, at each iteration. */
export interface PagedList<Item> extends AsyncIterable<Item> {
  readonly length: number;
}

/** A list of a request: an array, or paged where the body is large. */
export type LongList<Item> = readonly Item[] | PagedList<Item>;
