import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Position } from '../../../events/envelope.js';
import { VIEWS_WITHIN_MS } from '../../../gateways/service/command-call.js';
import { freshDeposits } from '../../../projections/deposits/fresh-deposits.js';
import { freshness } from '../../../projections/freshness.js';
import { freshJobs } from '../../../projections/jobs/fresh-jobs.js';
import { freshPipelineRuns } from '../../../projections/pipeline-runs/fresh-pipeline-runs.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { freshRepository } from '../../../projections/repository/fresh-repository.js';
import type { SearchIndexes } from '../search/search-indexes.js';

/** Less than an answer waits for the views, by more than clocks can differ in that time. */
const BELIEVED_FOR_MS = VIEWS_WITHIN_MS * 0.9;

/** The views, brought up to date with the log first, so that clients see what was acknowledged to any of them. */
const updatedFirst = ({ events }: Dependencies, views: ReadModels): ReadModels => {
  const freshAt = (position: () => Position | null) =>
    freshness({
      head: () => events.head(),
      reached: (newest, timeoutMs) => views.reached(newest, timeoutMs),
      position,
      writeWaitMs: BELIEVED_FOR_MS,
    });
  const position = views.repositoryPosition;
  return {
    ...views,
    repository: freshRepository({ view: views.repository, position, events, fresh: freshAt(position) }),
    jobs: freshJobs(views.jobs, freshAt(views.jobsPosition)),
    deposits: freshDeposits(views.deposits, freshAt(views.depositsPosition)),
    pipelineRuns: freshPipelineRuns({ view: views.pipelineRuns, position: views.pipelineRunsPosition, events }),
  };
};

/** The views, with an answer to a write also waiting for what deposits are searched by. */
const withIndexes = (views: ReadModels, search: SearchIndexes): ReadModels => ({
  ...views,
  reached: async (position, timeoutMs) =>
    (await Promise.all([views.reached(position, timeoutMs), search.reached(position, timeoutMs)])).every(Boolean),
});

/** The views as services read them. */
export const servedViews = (dependencies: Dependencies, views: ReadModels, search: SearchIndexes): ReadModels =>
  withIndexes(updatedFirst(dependencies, views), search);
