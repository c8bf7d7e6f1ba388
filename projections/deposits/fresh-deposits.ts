import type { DepositsView } from './deposits-view.js';

/**
 * The same view, which waits a little while it lags behind the log, so that a client sees its own completed writes
 * whichever process answered them. `fresh` is that of `freshness`; a view that stays behind is read as it is.
 */
export const freshDeposits = (view: DepositsView, fresh: () => Promise<boolean>): DepositsView => ({
  list: async (query) => {
    await fresh();
    return view.list(query);
  },
  firstSince: async (date, time) => {
    await fresh();
    return view.firstSince(date, time);
  },
  newestActive: async (groups) => {
    await fresh();
    return view.newestActive(groups);
  },
  statuses: async () => {
    await fresh();
    return view.statuses();
  },
});
