import type { Position } from '../../events/envelope.js';

/** One text that can be found by any part of it. */
export interface IndexedText {
  /** Identifies the entry; a later entry with the same key replaces it. */
  readonly key: string;
  /** Entries that are read and replaced together: the archival group of a file; empty where there is none. */
  readonly partition: string;
  /** The text that is searched. */
  readonly text: string;
  /** Results are sorted by it, newest first, then by `key`. A timestamp of the platform (events/time.ts). */
  readonly created: string;
  /**
   * What the owner of the index wants back with a result; plain JSON. Entries are found by a text `sha256` in it, and by a
   * text `lastModified`, a timestamp of the platform.
   */
  readonly about: Readonly<Record<string, unknown>>;
}

/** What a batch of facts changes, and the position of its last fact. Applied wholly or not at all. */
export interface IndexChange {
  readonly put: readonly IndexedText[];
  /** Keys of entries that no longer exist; unknown ones are ignored. */
  readonly remove: readonly string[];
  readonly position: Position;
}

/** `page` is counted from 0. */
export interface SearchPage {
  readonly page: number;
  readonly pageSize: number;
}

export interface SearchMatches {
  /** All matching entries, not only those of the page. */
  readonly total: number;
  readonly entries: readonly IndexedText[];
}

/** What entries must have; each given member must hold, and one must be given. */
export interface WantedText {
  /** A part of the text, as in a search. */
  readonly text?: string;
  /** Lower-case hex, whole. */
  readonly sha256?: string;
  /** `lastModified` is this timestamp of the platform or a later one. */
  readonly since?: string;
}

/** `after` is `next` of the page before; null for the first page. */
export interface FindPage {
  readonly after: string | null;
  readonly limit: number;
}

/** A page may have fewer entries than its limit, also none, and a next one. */
export interface FoundTexts {
  readonly entries: readonly IndexedText[];
  /** Null where this page is the last. */
  readonly next: string | null;
}

/**
 * Finds entries whose text contains a needle: literally, in any letter case (Unicode, companion 14.2). Derived from the
 * log, so it may be lost at any time and is then filled again.
 */
export interface SubstringIndex {
  /** Up to where the log is included; null while nothing is. */
  position(): Promise<Position | null>;
  /** Durable when it resolves. Ignored where the index has this position or a later one. */
  apply(change: IndexChange): Promise<void>;
  /** The entries of a partition in no particular order, in batches, without holding all of them. */
  partition(name: string): AsyncIterable<readonly IndexedText[]>;
  /** An empty needle finds nothing. Searches of different holders have their turns one after the other. */
  search(needle: string, page: SearchPage, holder: string): Promise<SearchMatches>;
  /** In the order of a search, without a total. Entries that change between two pages may be missing, or come twice. */
  find(wanted: WantedText, page: FindPage, holder: string): Promise<FoundTexts>;
  close(): Promise<void>;
}
