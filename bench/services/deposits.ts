import { fillDeposits } from '../deposits/fill-view.js';
import { measuredListings } from '../deposits/measured-listings.js';
import type { Figure } from '../figure.js';
import { secondsOf } from '../measure.js';
import { withDatabase, type Servers } from './servers.js';

/** Enough for the deep pages that are measured. */
const DEPOSITS = Number(process.env['MUNIMENT_BENCH_DEPOSITS'] ?? 1_000_000);

/** Listings of a million deposits on MongoDB. */
export const serverDepositsBench = ({ mongodb }: Pick<Servers, 'mongodb'>): Promise<readonly Figure[]> =>
  withDatabase(mongodb, async (open) => {
    const store = open();
    let facts = 0;
    const seconds = await secondsOf(async () => {
      facts = await fillDeposits(store, DEPOSITS);
    });
    const filled = { name: `${DEPOSITS.toLocaleString('en')} deposits: folded and saved`, unit: 'facts/s' };
    return [{ ...filled, value: facts / seconds }, ...(await measuredListings(store))];
  });
