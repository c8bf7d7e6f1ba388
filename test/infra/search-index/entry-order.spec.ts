import { join } from 'node:path';
import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import { openIndexWriter } from '../../../infra/search-index/writing/index-writer.js';
import { openForReading, openForWriting } from '../../../infra/search-index/tables/schema.js';
import { openSearchReader } from '../../../infra/search-index/reading/search-reader.js';
import { textOf } from '../../contracts/substring-index.contract.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { SEED } from '../../support/random/seed.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const WIDTH = 16;
const keyOf = (number: number): string => `key-${String(number).padStart(WIDTH, '0')}`;

describe('the order of entries of one time', () => {
  const folder = temporaryFolder();
  let files = 0;

  /** Puts in one entry after the other, each by a change, and gives the keys as they are found. */
  const orderAfter = (keys: readonly string[]): string[] => {
    const path = join(folder(), `${++files}.sqlite`);
    const database = openForWriting(path)!;
    const reading = openForReading(path);
    const writer = openIndexWriter(database);
    keys.forEach((key, index) => {
      const position = String(index).padStart(20, '0') as Position;
      const change = writer.begin(position)!;
      change.write({ put: [textOf(key)], remove: [] });
      change.commit();
    });
    const found = openSearchReader(reading)({
      needle: 'key',
      page: 0,
      pageSize: 10_000,
      withinMs: 10_000,
    });
    reading.close();
    database.close();
    expect(found.total).to.equal(keys.length);
    return found.entries.map(({ key }) => key);
  };

  it('holds where each comes between the two that came before', () => {
    let [low, high] = [0, 2 ** 50];
    const numbers = [low, high];
    for (let round = 0; round < 48; round++) {
      const middle = Math.floor((low + high) / 2);
      numbers.push(middle);
      if (round % 2 === 0) low = middle;
      else high = middle;
    }
    const sorted = numbers.toSorted((a, b) => a - b).map(keyOf);
    expect(orderAfter(numbers.map(keyOf))).to.deep.equal(sorted);
  });

  it('holds where they come from the last to the first, from the first to the last, or in any order', () => {
    const keys = Array.from({ length: 150 }, (_, number) => keyOf(number));
    const random = randomNumbers(SEED);
    const shuffled = keys.map((key) => [random(), key] as const).toSorted(([a], [b]) => a - b);
    for (const given of [keys, keys.toReversed(), shuffled.map(([, key]) => key)]) {
      expect(orderAfter(given)).to.deep.equal(keys);
    }
  });
});
