import { setImmediate } from 'node:timers/promises';
import type { Fact, Recorded } from '../../../events/envelope.js';
import type { FeedOptions } from '../../../events/store.js';
import type { FactRow } from './fact-log.js';
import { paged } from './paged.js';
import { sequenceOf } from './position.js';
import { recorded, type Source } from './source.js';

/** The log up to its head when the first fact is read. */
export const readAll = <F extends Fact>(
  source: Source,
  { after, categories, limit = Infinity }: FeedOptions & { readonly limit?: number },
): AsyncIterable<Recorded<F>> => ({
  [Symbol.asyncIterator]() {
    let reached = after === undefined ? 0 : sequenceOf(after);
    let head: number | undefined;
    let wanted = limit;

    const nextPage = async (): Promise<readonly FactRow[] | null> => {
      if (head === undefined) head = source.query((log) => log.head());
      else await setImmediate();
      if (reached >= head || wanted < 1) return null;
      const end = head;
      const page = source.query((log) => log.page(reached, end, categories ?? null, wanted));
      reached = page.reached;
      wanted -= page.rows.length;
      return page.rows;
    };

    return paged(nextPage, (row: FactRow) => recorded<F>(source.codec, row))[Symbol.asyncIterator]();
  },
});
