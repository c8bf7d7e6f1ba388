import { rangeOf, type Block } from '../tables/blocks.js';
import type { BlockCounts } from '../tables/kept-counts.js';
import type { MatchingEntries } from './matching-entries.js';
import type { NeedlePlan } from './needle-plan.js';
import { SearchIndexFault } from '../search-index-fault.js';
import type { EntryRow } from '../tables/stored-text.js';

/** The blocks as one transaction sees them. */
export interface Snapshot {
  /** The number of changes that it includes. */
  readonly sequence: number;
  readonly blocks: readonly Block[];
  /** In all blocks. */
  readonly entries: number;
}

export interface BlockSearchInput {
  readonly matching: MatchingEntries;
  /** In how many entries of a block a part occurs, where that is kept. */
  readonly partsIn: (block: number, part: string) => number | null;
  /** Folded. */
  readonly needle: string;
  readonly plan: NeedlePlan;
  readonly snapshot: Snapshot;
  /** Is added to. */
  readonly counts: BlockCounts;
  /** As `performance.now` tells it. */
  readonly deadline: number;
}

/** Where a needle may be in more than this share of the entries, reading them in order is faster than a query. */
const SCANNED_SHARE = 1 / 4;

/** A search for a needle with many matches, block by block, each of which is a bounded piece of work. */
export class BlockSearch {
  readonly #input: BlockSearchInput;
  readonly #match: string | null;

  constructor(input: BlockSearchInput) {
    this.#input = input;
    const { plan, snapshot } = input;
    this.#match = plan.atMost > SCANNED_SHARE * snapshot.entries ? null : plan.match;
  }

  /** Throws SearchIndexFault `search-timeout`, as `page` does. */
  total(): number {
    const { plan, snapshot } = this.#input;
    if (plan.total !== null) return plan.total;
    return snapshot.blocks.reduce((sum, block, index) => sum + this.#countIn(block, index), 0);
  }

  /** From the nearer end, so that only the blocks between are counted. `skip` and `limit` are within the total. */
  page(total: number, skip: number, limit: number): EntryRow[] {
    const { plan } = this.#input;
    const isCounted = plan.total === null || plan.inBlocks !== null;
    const descending = skip <= total / 2;
    const blocks = this.#input.snapshot.blocks.map((block, index) => ({ block, index }));
    const rows: EntryRow[] = [];
    let left = descending ? skip : total - skip - limit;
    for (const { block, index } of descending ? blocks.reverse() : blocks) {
      if (rows.length >= limit) break;
      const count = left > 0 || isCounted ? this.#countIn(block, index) : Infinity;
      if (left < count) {
        const part = { descending, skip: left, limit: limit - rows.length };
        rows.push(...this.#rowsIn(index, part));
      }
      left = Math.max(0, left - count);
    }
    return descending ? rows : rows.reverse();
  }

  #rowsIn(index: number, part: Parameters<MatchingEntries['rows']>[3]): EntryRow[] {
    const { matching, needle, snapshot } = this.#input;
    this.#checkDeadline();
    return matching.rows(this.#match, needle, rangeOf(snapshot.blocks, index), part);
  }

  #countIn(block: Block, index: number): number {
    const { plan, needle, counts } = this.#input;
    if (plan.inBlocks !== null) return plan.inBlocks.get(block.first) ?? 0;
    const known = counts.get(block.first);
    if (known?.version === block.version) return known.entries;
    const kept = block.partsVersion === block.version ? this.#input.partsIn(block.first, needle) : null;
    const entries = kept ?? this.#countNow(index);
    counts.set(block.first, { version: block.version, entries });
    return entries;
  }

  #countNow(index: number): number {
    const { plan, needle, matching, snapshot } = this.#input;
    this.#checkDeadline();
    const range = rangeOf(snapshot.blocks, index);
    return plan.isGram && plan.match !== null
      ? matching.countGram(plan.match, range)
      : matching.count(this.#match, needle, range);
  }

  #checkDeadline(): void {
    if (performance.now() > this.#input.deadline) {
      throw new SearchIndexFault('search-timeout', 'the search took too long');
    }
  }
}
