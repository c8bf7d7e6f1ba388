import { useEffect, useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { dataOf } from '../../api/data-of.js';
import type { components } from '../../api/generated/preservation.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { followEvents } from './live-events.js';
import { PRESERVATION, preservation } from './services.js';

export type Job = components['schemas']['Job'];
export type JobKind = Job['kind'];

/** Whether a job goes on, or will. */
export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'waiting' || state === 'held' || state === 'running';

/** One job; an import also by the id of its result. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: ({ signal }) => dataOf(preservation.GET('/jobs/{jobId}', { params: { path: { jobId } }, signal })),
  });

/** The audit of an archival group alone that was asked for last; null where there was none. */
export const lastAuditQuery = (group: RepositoryPath) =>
  queryOptions({
    queryKey: ['jobs', 'last-audit', group],
    queryFn: async ({ signal }) => {
      const query = { kind: 'audit', group, pageSize: 1 };
      return (await dataOf(preservation.GET('/jobs', { params: { query }, signal }))).jobs[0] ?? null;
    },
  });

/** How often a job is asked for where its events cannot be followed. */
const POLL_MS = 2_000;

/** A job as it goes on, by its events; where these break, it is asked for. */
export const useLiveJob = (asked: string) => {
  const client = useQueryClient();
  const [isFollowed, setFollowed] = useState(false);
  const query = useQuery({
    ...jobQuery(asked),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) && !isFollowed ? POLL_MS : false),
  });
  const { data } = query;
  const jobId = data !== undefined && isUnderWay(data) ? data.jobId : null;
  useEffect(() => {
    if (jobId === null) return undefined;
    const ending = new AbortController();
    void followEvents(`${PRESERVATION}/jobs/${jobId}/events`, ending.signal, {
      onEvent: ({ data: job }) => client.setQueryData(jobQuery(asked).queryKey, job as Job),
      onOpen: setFollowed,
    });
    return () => ending.abort();
  }, [client, asked, jobId]);
  return query;
};

/** What can be done with a job that is there. */
export type JobAction = 'cancel' | 'hold' | 'release' | 'retry';

const KEY = (): { readonly 'Idempotency-Key': string } => ({ 'Idempotency-Key': crypto.randomUUID() });

const act = (jobId: string, action: JobAction): Promise<Job> => {
  const params = { path: { jobId }, header: KEY() };
  switch (action) {
    case 'cancel':
      return dataOf(preservation.POST('/jobs/{jobId}/cancel', { params }));
    case 'hold':
      return dataOf(preservation.POST('/jobs/{jobId}/hold', { params }));
    case 'release':
      return dataOf(preservation.POST('/jobs/{jobId}/release', { params }));
    case 'retry':
      return dataOf(preservation.POST('/jobs/{jobId}/retry', { params }));
  }
};

const refresh = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['jobs'] }),
    client.invalidateQueries({ queryKey: ['deposits'] }),
  ]);
};

/** Cancels, holds, releases or repeats a job; answers the job as it is then, or the new one. */
export const useJobAction = (jobId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: JobAction) => act(jobId, action),
    onSettled: () => refresh(client),
  });
};

/** Changes the turn of a job among those of the same agent. */
export const useJobPriority = (jobId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (priority: number) =>
      dataOf(
        preservation.PUT('/jobs/{jobId}/priority', { params: { path: { jobId }, header: KEY() }, body: { priority } }),
      ),
    onSettled: () => refresh(client),
  });
};

/** Begins an audit, an adoption or a rebuild. */
export const useStartJob = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: components['schemas']['JobRequest']) =>
      dataOf(preservation.POST('/jobs', { params: { header: KEY() }, body })),
    onSettled: () => refresh(client),
  });
};
