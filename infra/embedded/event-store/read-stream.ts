import { setImmediate } from 'node:timers/promises';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { ReadOptions } from '../../../events/store.js';
import type { Stretch } from './fact-log.js';
import type { FactRow } from './fact-row.js';
import { paged } from './paged.js';
import { recorded, type Source } from './source.js';

/** The revisions of a stream to read; null for none. */
const stretchOf = ({ from, direction = 'forwards', limit = Infinity }: ReadOptions, last: number): Stretch | null => {
  if (limit < 1) return null;
  if (direction === 'backwards') {
    const start = Math.min(Number(from ?? last), last);
    return start < 0 ? null : { after: start + 1, upTo: Math.max(0, start - limit + 1) };
  }
  const start = Math.max(0, Number(from ?? 0));
  return start > last ? null : { after: start - 1, upTo: Math.min(last, start + limit - 1) };
};

/** The stream up to its end when the first fact is read. */
export const readStream = <F extends Fact>(
  source: Source,
  stream: string,
  options: ReadOptions,
): AsyncIterable<RecordedFact<F>> => ({
  [Symbol.asyncIterator]() {
    let id: number | undefined;
    let rest: Stretch | null | undefined;

    const begin = (): Stretch | null => {
      id = source.query((log) => log.streamId(stream));
      if (id === undefined) return null;
      const known = id;
      return stretchOf(
        options,
        source.query((log) => log.lastRevision(known)),
      );
    };

    const nextPage = async (): Promise<readonly FactRow[] | null> => {
      if (rest === undefined) rest = begin();
      else await setImmediate();
      if (rest === null || id === undefined) return null;
      const [known, stretch] = [id, rest];
      const { rows, reached } = source.query((log) => log.streamPage(known, stretch));
      rest = reached === stretch.upTo ? null : { after: reached, upTo: stretch.upTo };
      return rows;
    };

    return paged(nextPage, (row: FactRow) => recorded<F>(source.codec, row))[Symbol.asyncIterator]();
  },
});
