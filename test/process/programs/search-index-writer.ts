import { writeSync } from 'node:fs';
import type { Position } from '../../../events/envelope.js';
import { openSubstringIndex } from '../../../infra/search-index/open-substring-index.js';
import { entryOfChange } from './search-index-entries.js';

/**
 * Applies changes to the index in a folder until it is killed. Each puts in an entry for its number and removes that of
 * the change ten before; the number is printed once it was acknowledged.
 */
const [, , folder = ''] = process.argv;
const index = await openSubstringIndex({ folder, log: { warn: (message) => writeSync(2, `${message}\n`) } });
for (let number = 1 + Number(await index.position()); ; number++) {
  const put = [entryOfChange(number)];
  await index.apply({
    put,
    remove: [entryOfChange(number - 10).key],
    position: String(number).padStart(20, '0') as Position,
  });
  writeSync(1, `${number}\n`);
}
