import { setImmediate } from 'node:timers/promises';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { EventStore, LogSelection } from '../../../events/store.js';
import type { Stretch } from './fact-log.js';
import { occurredAtOf, type FactRow } from './fact-row.js';
import { paged } from './paged.js';
import { headPosition, sequenceOf } from './position.js';
import { readStream } from './read-stream.js';
import { recorded, type Source } from './source.js';
import { subscribe } from './subscribe.js';

/** The positions to read in a log that ends at `head`; null for none. Throws RangeError for a position of no log. */
const stretchOf = ({ after, before }: LogSelection): ((head: number) => Stretch | null) => {
  const start = after === undefined ? 0 : sequenceOf(after);
  if (before === undefined) return (head) => (start < head ? { after: start, upTo: head } : null);
  const last = before === 'end' ? Infinity : sequenceOf(before);
  return (head) => {
    const end = Math.min(last, head + 1);
    return start + 1 < end ? { after: end, upTo: start + 1 } : null;
  };
};

/** The log up to its head when the first fact is read. */
const readAll = <F extends Fact>(source: Source, selection: LogSelection): AsyncIterable<RecordedFact<F>> => ({
  [Symbol.asyncIterator]() {
    const { categories, limit = Infinity } = selection;
    const upTo = stretchOf(selection);
    let rest: Stretch | null | undefined;
    let wanted = limit;

    const nextPage = async (): Promise<readonly FactRow[] | null> => {
      if (rest === undefined) rest = upTo(source.query((log) => log.head()));
      else await setImmediate();
      if (rest === null || wanted < 1) return null;
      const stretch = rest;
      const { rows, reached } = source.query((log) => log.page(stretch, categories ?? null, wanted));
      rest = reached === stretch.upTo ? null : { after: reached, upTo: stretch.upTo };
      wanted -= rows.length;
      return rows;
    };

    return paged(nextPage, (row: FactRow) => recorded<F>(source.codec, row))[Symbol.asyncIterator]();
  },
});

/** The operations of the port that read. */
export const readsOf = (source: Source): Omit<EventStore, 'append'> => ({
  read: (stream, options = {}) => readStream(source, stream, options),
  readAll: (options = {}) => readAll(source, options),
  subscribe: (options, signal) => subscribe(source, options, signal),
  head: () => new Promise((resolve) => resolve(headPosition(source.query((each) => each.head())))),
  newestAt: () =>
    new Promise((resolve) => {
      const row = source.query((each) => each.newest());
      resolve(row === undefined ? null : occurredAtOf(row));
    }),
});
