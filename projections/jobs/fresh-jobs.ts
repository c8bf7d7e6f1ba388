import type { JobsView } from './jobs-view.js';

/**
 * The same view, where what clients ask for waits a little while it lags behind the log, so that a client sees its own
 * completed writes whichever process answered them. `fresh` is that of `freshness`; a view that stays behind is read as
 * it is.
 */
export const freshJobs = (view: JobsView, fresh: () => Promise<boolean>): JobsView => ({
  ...view,
  job: async (jobId) => {
    await fresh();
    return view.job(jobId);
  },
  jobOfResult: async (resultId) => {
    await fresh();
    return view.jobOfResult(resultId);
  },
  page: async (query) => {
    await fresh();
    return view.page(query);
  },
});
