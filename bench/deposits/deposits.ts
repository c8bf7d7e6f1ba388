import { join } from 'node:path';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import type { Figure } from '../figure.js';
import { inFolder } from '../in-folder.js';
import { secondsOf } from '../measure.js';
import { fillDeposits } from './fill-view.js';
import { measuredListings } from './measured-listings.js';

/** Enough for the deep pages that are measured. */
const DEPOSITS = Number(process.env['MUNIMENT_BENCH_DEPOSITS'] ?? 1_000_000);

/** Listings of a million deposits on the embedded store. */
export const depositsBench = (): Promise<readonly Figure[]> =>
  inFolder(async (folder) => {
    const store = openDocumentStore(join(folder, 'documents.sqlite'));
    try {
      let facts = 0;
      const seconds = await secondsOf(async () => {
        facts = await fillDeposits(store, DEPOSITS);
      });
      const filled = { name: `${DEPOSITS.toLocaleString('en')} deposits: folded and saved`, unit: 'facts/s' };
      return [{ ...filled, value: facts / seconds }, ...(await measuredListings(store))];
    } finally {
      await store.close();
    }
  });
