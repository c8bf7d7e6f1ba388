import { setImmediate } from 'node:timers/promises';
import type { Fact } from '../../../events/envelope.js';
import type { Delivery, FeedOptions } from '../../../events/store.js';
import type { FactRow } from './fact-row.js';
import { paged } from './paged.js';
import { headPosition, positionOf, sequenceOf } from './position.js';
import { recorded, type Source } from './source.js';

type Mark = Exclude<Delivery, { kind: 'fact' }>;

const isMark = (item: FactRow | Mark): item is Mark => 'kind' in item;

/**
 * Reads page after page of the log and, at the head, waits for the next commit. Only one page is buffered for a slow
 * consumer: facts appended meanwhile are read from the log later, so none is missed between catching up and following.
 */
export const subscribe = <F extends Fact>(
  source: Source,
  { after, categories }: FeedOptions,
  signal: AbortSignal,
): AsyncIterable<Delivery<F>> => ({
  [Symbol.asyncIterator]() {
    let reached = after === undefined ? 0 : sequenceOf(after);
    let announced = false;

    const read = (head: number): readonly (FactRow | Mark)[] => {
      const page = source.query((log) => log.page({ after: reached, upTo: head }, categories ?? null, Infinity));
      reached = page.reached;
      announced = false;
      const covered = reached === head || page.rows.at(-1)?.[0] === reached;
      return covered ? page.rows : [...page.rows, { kind: 'progress', position: positionOf(reached) }];
    };

    const nextPage = async (): Promise<readonly (FactRow | Mark)[] | null> => {
      while (!signal.aborted) {
        const head = source.query((log) => log.head());
        if (reached < head) {
          const items = read(head);
          await setImmediate();
          if (items.length > 0) return items;
        } else if (announced) {
          await source.changed.wait({ signal });
        } else {
          announced = true;
          return [{ kind: 'caught-up', position: headPosition(head) }];
        }
      }
      return null;
    };

    const delivery = (item: FactRow | Mark): Delivery<F> =>
      isMark(item) ? item : { kind: 'fact', fact: recorded<F>(source.codec, item) };

    return paged(nextPage, delivery, () => signal.aborted)[Symbol.asyncIterator]();
  },
});
