import type { Position } from '../../events/envelope.js';
import { settledWithin } from '../../flow/settled-within.js';
import { ViewIncomplete, type BuildProgress } from '../view-incomplete.js';
import type { FindPage, FoundTexts, IndexedText, SearchPage, SubstringIndex, WantedText } from './substring-index.js';

/** One entry of an index, as its owner wrote it. */
export interface FoundEntry<About> {
  readonly text: string;
  /** A timestamp of the platform (events/time.ts). */
  readonly created: string;
  readonly about: About;
}

/** The entries of a page, newest first, and how many match in all. */
export interface FoundPage<About> {
  readonly total: number;
  readonly entries: readonly FoundEntry<About>[];
}

/** Entries of a page, newest first, and where the next one begins. */
export interface FoundEntries<About> extends Pick<FoundTexts, 'next'> {
  readonly entries: readonly FoundEntry<About>[];
}

/** The searches of one index. */
export interface SearchView<About> {
  /**
   * The entries whose text contains the needle. Rejects with ViewIncomplete while the index is being filled, since
   * entries would be missing. An index that is a little behind the log is waited for, so that a client finds what it has
   * just written. `holder` is the caller, who has a share of the searches.
   */
  search(needle: string, page: SearchPage, holder: string): Promise<FoundPage<About>>;
}

/** Also finds entries by more than their text. */
export interface FindingView<About> extends SearchView<About> {
  /** The entries that are wanted, page by page, on the terms of `search`. */
  find(wanted: WantedText, page: FindPage, holder: string): Promise<FoundEntries<About>>;
}

/** An index, and what is known of the follower that keeps it up to date. */
export interface SearchViewOptions {
  readonly index: Pick<SubstringIndex, 'search' | 'find'>;
  /** Resolves to true once the index is filled, false at the time-out. */
  readonly filled: (timeoutMs: number) => Promise<boolean>;
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** How far an index has come that is not filled; null for one that is. */
  readonly building: () => Promise<BuildProgress | null>;
  readonly head: () => Promise<Position | null>;
  /** Called after a search that failed, in case the index must be taken up again. */
  readonly onFault: (fault: unknown) => void;
}

/** How long a search waits for an index that is behind; it then answers from what there is. */
const CATCH_UP_MS = 1_000;

/** How long a search waits for the end of the first filling, as after a start. */
const FILLED_WITHIN_MS = 1_000;

/** `About` is what the owner of the index keeps with its entries. */
export const searchView = <About>({
  index,
  filled,
  reached,
  building,
  head,
  onFault,
}: SearchViewOptions): FindingView<About> => {
  const catchUp = async (): Promise<void> => {
    const newest = await head();
    if (newest !== null) await reached(newest, CATCH_UP_MS);
  };
  /** What the index finds once it is filled and not far behind. */
  const whenReady = async <Found>(find: () => Promise<Found>): Promise<Found> => {
    await settledWithin(catchUp(), CATCH_UP_MS);
    const missing = (await filled(FILLED_WITHIN_MS)) ? null : await building();
    if (missing !== null) throw new ViewIncomplete(missing);
    return find().catch((fault: unknown) => {
      onFault(fault);
      throw fault;
    });
  };
  const found = ({ text, created, about }: IndexedText): FoundEntry<About> => ({
    text,
    created,
    about: about as About,
  });
  return {
    async search(needle, page, holder) {
      const { total, entries } = await whenReady(() => index.search(needle, page, holder));
      return { total, entries: entries.map(found) };
    },
    async find(wanted, page, holder) {
      const { entries, next } = await whenReady(() => index.find(wanted, page, holder));
      return { entries: entries.map(found), next };
    },
  };
};
