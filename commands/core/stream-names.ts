import { pathId, type RepositoryPath } from '../../formats/paths/repository-path.js';

export const depositStream = (depositId: string): string => `deposit-${depositId}`;
export const ledgerStream = (group: RepositoryPath): string => `archivalGroup-${pathId(group)}`;
export const containerStream = (path: RepositoryPath): string => `container-${pathId(path)}`;
export const exportStream = (exportId: string): string => `export-${exportId}`;
export const importJobStream = (jobId: string): string => `importJob-${jobId}`;
export const pipelineRunStream = (runId: string): string => `pipelineRun-${runId}`;
/** A stream for each request for an activity. */
export const activityRequestStream = (commandId: string): string => `activityRequest-${commandId}`;
export const importPlanStream = (jobId: string): string => `importPlan-${jobId}`;
