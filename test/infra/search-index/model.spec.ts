import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Position } from '../../../events/envelope.js';
import { timestampOf } from '../../../events/time.js';
import { openIndexWriter, type OpenChange } from '../../../infra/search-index/writing/index-writer.js';
import { openForReading, openForWriting } from '../../../infra/search-index/tables/schema.js';
import { openPartitionReader } from '../../../infra/search-index/reading/partition-reader.js';
import { openSearchReader } from '../../../infra/search-index/reading/search-reader.js';
import type { IndexChange, IndexedText } from '../../../projections/search/substring-index.js';
import { naiveIndex } from '../../contracts/substring-index/naive-index.js';
import { SEED } from '../../support/random/seed.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { atDepth } from '../../support/random/depth.js';

const PIECES = [
  'a',
  'B',
  'ab',
  'abc',
  'ß',
  'ẞ',
  'ss',
  'Σ',
  'ς',
  'İ',
  'ı',
  '%',
  '_',
  '"',
  "'",
  '*',
  '😀',
  'ש',
  'é',
  'e\u0301',
];
const letters = (maxLength: number) =>
  fc.array(fc.constantFrom(...PIECES, '\t', '\u{10fffe}'), { maxLength }).map((parts) => parts.join(''));
const moment = fc.record({ ms: fc.integer({ min: 0, max: 3 }), ticks: fc.constantFrom(0, 0, 7) });

const entry = fc
  .record({
    key: letters(3),
    text: letters(6),
    sameText: fc.boolean(),
    partition: fc.constantFrom('', 'g', 'h'),
    moment,
  })
  .map(({ key, text, sameText, partition, moment: { ms, ticks } }): IndexedText => ({
    ...{ key, partition, text: sameText ? key : text, about: { size: text.length, type: null, 'a b': [text] } },
    created: timestampOf(new Date(Date.UTC(2026, 0, 1) + ms), ticks),
  }));
const change = fc.record({ put: fc.array(entry, { maxLength: 12 }), remove: fc.array(letters(3), { maxLength: 3 }) });
const at = (number: number): Position => String(number).padStart(20, '0') as Position;

/** A change comes in parts of any size. */
const writeInParts = (open: OpenChange, { put, remove }: Pick<IndexChange, 'put' | 'remove'>): void => {
  open.write({ put: [], remove });
  for (let from = 0; from < put.length; from += 2) open.write({ put: put.slice(from, from + 2), remove: [] });
  open.commit();
};

describe('the tables of the search index', () => {
  const folder = temporaryFolder();
  let files = 0;

  it('find what a plain search of all texts finds, in the same order, whatever was changed before', () => {
    const runs = fc.record({
      step: fc.integer({ min: 1, max: 6 }),
      changes: fc.array(fc.oneof(change, fc.constant('reopen' as const)), { minLength: 1, maxLength: 8 }),
      needles: fc.array(letters(4), { minLength: 1, maxLength: 6 }),
      pageSize: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(runs, ({ step, changes, needles, pageSize }) => {
        const path = join(folder(), `${++files}.sqlite`);
        const open = () => {
          const database = openForWriting(path)!;
          const reading = openForReading(path);
          const close = (): void => {
            reading.close();
            database.close();
          };
          return {
            writer: openIndexWriter(database),
            readPartition: openPartitionReader(database),
            search: openSearchReader(reading, step),
            close,
          };
        };
        const model = naiveIndex();
        let opened = open();
        try {
          changes.forEach((next, index) => {
            if (next === 'reopen') {
              opened.close();
              opened = open();
              return;
            }
            writeInParts(opened.writer.begin(at(index))!, next);
            model.apply({ ...next, position: at(index) });
            for (const needle of needles) {
              const pages = Math.ceil(model.search(needle, { page: 0, pageSize }).total / pageSize);
              for (let page = 0; page <= pages; page++) {
                const found = opened.search({ needle, page, pageSize, withinMs: 10_000 });
                expect(found, `page ${page} of ${needle}`).to.deep.equal(model.search(needle, { page, pageSize }));
              }
            }
          });
          for (const name of ['', 'g', 'h', 'unknown']) {
            const entries = opened.readPartition(name, null, 1_000).entries;
            expect([...entries]).to.have.deep.members([...model.partition(name)]);
          }
        } finally {
          opened.close();
        }
      }),
      { numRuns: atDepth(60), seed: SEED },
    );
  });
});
