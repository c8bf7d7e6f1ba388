import { KEY, type CollectionShape, type Condition, type Query } from '../documents.js';
import { JOB_STATUSES, type JobKindName, type JobStatus } from './job-document.js';
import { COUNTED } from './queue-queries.js';

/** What jobs must satisfy, all of it. */
export interface JobFilter {
  readonly kinds?: readonly JobKindName[];
  readonly statuses?: readonly JobStatus[];
  readonly depositId?: string;
  readonly archivalGroup?: string;
  readonly agent?: string;
  /** Asked for at this time or later (UTC, seven fractional digits). */
  readonly from?: string;
  /** Asked for before this time. */
  readonly to?: string;
  /** Ended at this time or later. */
  readonly endedFrom?: string;
  /** Ended before this time. */
  readonly endedTo?: string;
}

/** One page of jobs, those asked for last first; ties are sorted by id. */
export interface JobPageQuery {
  readonly filter: JobFilter;
  readonly skip: number;
  readonly limit: number;
}

/** An index that begins with some fields, and has all that filters ask for, so that they read no document. */
const withAllFrom = (...fields: readonly string[]): readonly string[] => [
  ...new Set([...fields, KEY, 'kind', 'status', 'agent', 'depositId', 'archivalGroup']),
];
const SUBMITTED = withAllFrom('submitted');
const OF_STATUS = withAllFrom('status', 'submitted');
const OF_AGENT = withAllFrom('agent', 'submitted');
const OF_DEPOSIT = withAllFrom('depositId', 'submitted');
const OF_GROUP = withAllFrom('archivalGroup', 'submitted');
const OF_END: readonly string[] = ['finished', 'submitted', 'kind', 'status'];

export const LISTING_INDEXES: CollectionShape['indexes'] = [
  ...[SUBMITTED, OF_STATUS, OF_AGENT, OF_DEPOSIT, OF_GROUP, OF_END],
];

const within = (field: string, from: string | undefined, to: string | undefined): Condition => ({
  field,
  ...(from === undefined ? { above: '' } : { atLeast: from }),
  ...(to === undefined ? {} : { below: to }),
});

const hasEnd = ({ endedFrom, endedTo }: JobFilter): boolean => endedFrom !== undefined || endedTo !== undefined;

const selected = ({ kinds, statuses, depositId, archivalGroup, agent }: JobFilter): readonly Condition[] => [
  ...(kinds === undefined ? [] : [{ field: 'kind', oneOf: kinds }]),
  ...(statuses === undefined ? [] : [{ field: 'status', oneOf: statuses }]),
  ...Object.entries({ depositId, archivalGroup, agent }).flatMap(([field, is]) =>
    is === undefined ? [] : [{ field, is }],
  ),
];

const conditionsOf = (filter: JobFilter): Condition => ({
  all: [
    ...(hasEnd(filter) && filter.from === undefined && filter.to === undefined
      ? []
      : [within('submitted', filter.from, filter.to)]),
    ...(hasEnd(filter) ? [within('finished', filter.endedFrom, filter.endedTo)] : []),
    ...selected(filter),
  ],
});

/** Jobs that have not ended are few among all that were. */
const isUnfinished = (status: JobStatus): boolean => JOB_STATUSES.indexOf(status) < JOB_STATUSES.indexOf('completed');

const indexFor = (filter: JobFilter): readonly string[] => {
  const { statuses, depositId, archivalGroup, agent } = filter;
  if (depositId !== undefined) return OF_DEPOSIT;
  if (archivalGroup !== undefined) return OF_GROUP;
  if (hasEnd(filter)) return OF_END;
  if (statuses?.every(isUnfinished) === true || statuses?.length === 1) return OF_STATUS;
  return agent === undefined ? SUBMITTED : OF_AGENT;
};

const filtered = (filter: JobFilter): Required<Pick<Query, 'where' | 'by'>> => ({
  where: conditionsOf(filter),
  by: indexFor(filter),
});

/** The jobs that satisfy a filter, and the index in which they are counted: the smallest that has what is asked for. */
export const countedIn = (filter: JobFilter): Required<Pick<Query, 'where' | 'by'>> => {
  const { kinds, statuses, depositId, archivalGroup, agent, from, to } = filter;
  if (hasEnd(filter) || [depositId, archivalGroup, agent, from, to].some((each) => each !== undefined))
    return filtered(filter);
  const ofKind: Condition = { field: 'kind', ...(kinds === undefined ? { above: '' } : { oneOf: kinds }) };
  return {
    where: { all: [ofKind, ...(statuses === undefined ? [] : [{ field: 'status', oneOf: statuses }])] },
    by: COUNTED,
  };
};

export const pageQuery = ({ filter, skip, limit }: JobPageQuery): Query => ({
  ...filtered(filter),
  sort: [{ field: 'submitted', descending: true }],
  skip,
  limit,
});

const example = (filter: JobFilter): Query => pageQuery({ filter, skip: 0, limit: 100 });

/** Each kind of listing; those that begin with `sorted` are sorted by the database. */
export const LISTING_QUERIES: CollectionShape['queries'] = {
  all: example({}),
  ofKind: example({ kinds: ['import', 'export'] }),
  ofTime: example({ from: '2026-01-01T00:00:00.0000000Z', to: '2026-02-01T00:00:00.0000000Z' }),
  'sorted of those that ended': example({
    ...{ kinds: ['import'], statuses: ['completed'], endedFrom: '2026-01-01T00:00:00.0000000Z' },
  }),
  ofStatus: example({ statuses: ['waiting'], kinds: ['import'] }),
  'sorted of statuses': example({ statuses: ['waiting', 'held', 'running'] }),
  ofAgent: example({ agent: 'ann' }),
  ofDeposit: example({ depositId: 'd', kinds: ['import'] }),
  ofGroup: example({ archivalGroup: 'a/b' }),
};
