import type { Found, SearchPage } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { BlockSearch, type Snapshot } from './block-search.js';
import { readBlocks } from '../tables/blocks.js';
import { foldText } from '../tables/fold-text.js';
import { openIndexedTexts } from './indexed-texts.js';
import { keptCounts, openCountCache, type KeptCounts } from '../tables/kept-counts.js';
import { openMatchingEntries } from './matching-entries.js';
import { inSnapshot } from './in-snapshot.js';
import { openNeedlePlans, type NeedlePlan } from './needle-plan.js';
import { openPartReader } from '../tables/part-counts.js';
import { onlyRow } from '../tables/typed-rows.js';

export interface SearchOrder extends SearchPage {
  readonly needle: string;
  /** The search is given up after so many milliseconds. What was counted until then is not counted again. */
  readonly withinMs: number;
}

export interface SearchReply {
  readonly found: Found;
  /** Counts that took long enough to be kept. */
  readonly keep: KeptCounts | null;
}

/** Reads an open index; all is synchronous, for a thread of its own. */
export interface SearchReader {
  /** Throws SearchIndexFault `search-timeout`. */
  search(order: SearchOrder): SearchReply;
}

const NOTHING: SearchReply = { found: { total: 0, entries: [] }, keep: null };
/** So many times as many candidates are still compared at once where they have to be counted. */
const FEW_TO_COUNT = 8;
/** Counts of a search that took longer are kept. */
const LONG_MS = 5;

/** `few` is the limit `fewMatches` of SubstringIndexLimits. */
export const openSearchReader = (database: Database, few: number): SearchReader => {
  const planOf = openNeedlePlans(database, few);
  const matching = openMatchingEntries(database);
  const partsIn = openPartReader(database);
  const entriesOf = openIndexedTexts(database);
  const cache = openCountCache(database);
  const snapshotNow = openSnapshots(database);

  const searchFew = (match: string, needle: string, { page, pageSize }: SearchPage): Found => {
    const labels = matching.labels(match, needle);
    const rows = matching.rowsOf(labels.slice(page * pageSize, (page + 1) * pageSize));
    return { total: labels.length, entries: entriesOf(rows) };
  };

  const searchMany = (needle: string, plan: NeedlePlan, { page, pageSize, withinMs }: SearchOrder): SearchReply => {
    const begun = performance.now();
    const snapshot = snapshotNow();
    const counts = cache.of(needle);
    const input = { matching, partsIn, needle, plan, snapshot, counts, deadline: begun + withinMs };
    const search = new BlockSearch(input);
    const total = search.total();
    const limit = Math.min(pageSize, total - page * pageSize);
    const entries = limit <= 0 ? [] : entriesOf(search.page(total, page * pageSize, limit));
    const isLong = plan.inBlocks === null && performance.now() - begun > LONG_MS;
    return { found: { total, entries }, keep: isLong ? keptCounts(needle, counts, snapshot.blocks) : null };
  };

  const searchNow = (order: SearchOrder): SearchReply => {
    const needle = foldText(order.needle);
    if (needle === '') return NOTHING;
    const plan = planOf(needle);
    if (plan.atMost === 0) return NOTHING;
    // Where the total is not known, all candidates have to be compared in any case.
    const isFew = plan.atMost <= (plan.total === null ? FEW_TO_COUNT * few : few) && plan.match !== null;
    return isFew ? { found: searchFew(plan.match, needle, order), keep: null } : searchMany(needle, plan, order);
  };

  return { search: (order) => inSnapshot(database, () => searchNow(order)) };
};

/** Reads the blocks when there was a change. */
const openSnapshots = (database: Database): (() => Snapshot) => {
  const state = database.prepare('SELECT sequence, parts_counted AS partsCounted FROM state');
  let latest: (Snapshot & { readonly partsCounted: number }) | null = null;
  return () => {
    const { sequence, partsCounted } = onlyRow<{ sequence: number; partsCounted: number }>(state);
    if (latest?.sequence !== sequence || latest.partsCounted !== partsCounted) {
      const blocks = readBlocks(database);
      const entries = blocks.reduce((sum, block) => sum + block.entries, 0);
      latest = { sequence, partsCounted, blocks, entries };
    }
    return latest;
  };
};
