import { timestampOf } from '../../../events/time.js';
import type { IndexedText } from '../../../projections/search/substring-index.js';

/** The entry that the change of this number puts in. */
export const entryOfChange = (number: number): IndexedText => ({
  ...{ key: `entry-${number}`, partition: 'all', text: `objects/entry-${number}.tif`, about: { number } },
  created: timestampOf(new Date(Date.UTC(2026, 0, 1) + (number % 5) * 1_000)),
});
