import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import { preservation } from './services.js';

export type Run = components['schemas']['ProcessPipelineResult'];
export type Findings = components['schemas']['Findings'];
export type Finding = Findings['findings'][number];
export type FindingKind = components['schemas']['FindingKind'];

/** Whether a run has not ended. */
export const isRunning = ({ status }: Pick<Run, 'status'>): boolean =>
  status === 'waiting' || status === 'processing' || status === 'metadataCreated';

/** How often a run is asked for whose steps go on. */
const POLL_MS = 1_000;

/** A run of the tools on a deposit. */
export const runQuery = (depositId: string, pipelineRunId: string) =>
  queryOptions({
    queryKey: ['jobs', 'run', depositId, pipelineRunId],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/deposits/{depositId}/pipelinerunjobs/{pipelineRunId}', {
          params: { path: { depositId, pipelineRunId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? POLL_MS : false),
  });

/** The last runs on a deposit, the newest first. */
export const runsQuery = (depositId: string, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['jobs', 'runs of', depositId, page, pageSize],
    queryFn: ({ signal }) =>
      dataOf(
        preservation.GET('/jobs', {
          params: { query: { kind: 'pipelineRun', deposit: depositId, page, pageSize } },
          signal,
        }),
      ),
  });

interface FindingsAsked {
  readonly kind?: FindingKind;
  readonly format?: string;
  /** Whether it is to be counted what was changed since. */
  readonly changes?: boolean;
  readonly page?: number;
}

/** A page of what a run found of single files. */
export const readFindings = (depositId: string, pipelineRunId: string, asked: FindingsAsked, signal?: AbortSignal) =>
  dataOf(
    preservation.GET('/deposits/{depositId}/pipelinerunjobs/{pipelineRunId}/findings', {
      params: { path: { depositId, pipelineRunId }, query: asked },
      ...(signal && { signal }),
    }),
  );

export const findingsQuery = (depositId: string, pipelineRunId: string, asked: FindingsAsked) =>
  queryOptions({
    queryKey: ['deposits', depositId, 'findings', pipelineRunId, asked],
    queryFn: ({ signal }) => readFindings(depositId, pipelineRunId, asked, signal),
  });
