import { timestampOf } from '../../events/time.js';
import type { IndexedText } from '../../projections/search/substring-index.js';
import { sha256Of } from '../../test/support/sha256.js';
import { randomNumbers } from '../../test/support/random/random-numbers.js';

const FIRST_MS = Date.UTC(2021, 0, 1);
const COLLECTIONS = ['letters', 'maps', 'photographs', 'journals', 'accounts', 'manuscripts', 'drawings', 'theses'];
const TITLES = [
  'Köln Ansicht',
  'étude',
  'Straße',
  'Ελλάς',
  'Москва',
  '東京駅',
  'مخطوط',
  'Letter to A. Lovelace',
  'IMG',
  'page',
];
const LARGEST_GROUP = 3_000;

/**
 * Files of archival groups, made over some years: all below `objects/`, nine of ten of them TIFF, one of fifty with a
 * name beyond ASCII. The files of a group are of one time.
 */
export function* syntheticPaths(count: number): Generator<IndexedText> {
  const random = randomNumbers(7);
  const below = (most: number): number => Math.floor(random() * most);
  const of = (texts: readonly string[]): string => texts[below(texts.length)] ?? '';
  let [ms, made] = [FIRST_MS, 0];
  for (let group = 0; made < count; group++) {
    ms += 1_000 + below(100_000_000);
    const collection = of(COLLECTIONS);
    const box = String(below(900)).padStart(3, '0');
    const partition = `collections/${collection}/box-${box}/item-${group.toString(36)}-${below(36 ** 4).toString(36)}`;
    const created = timestampOf(new Date(ms));
    const size = Math.min(count - made, 20 + below(LARGEST_GROUP));
    for (let file = 0; file < size; file++, made++) {
      const number = String(file).padStart(5, '0');
      const kind = random();
      const ending = kind < 0.9 ? '.tif' : kind < 0.95 ? '.xml' : '.JPG';
      const name = random() < 0.02 ? `${of(TITLES)} ${number}` : `${collection.slice(0, 3)}_${box}_${number}`;
      const key = `${partition}/objects/${name}${ending}`;
      const mimeType = kind < 0.9 ? 'image/tiff' : kind < 0.95 ? 'application/xml' : 'image/jpeg';
      yield {
        key,
        partition,
        text: key,
        created,
        about: { lastModified: created, size: below(90_000_000), sha256: sha256Of(key), mimeType },
      };
    }
  }
}
