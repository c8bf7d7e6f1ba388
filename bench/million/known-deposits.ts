import {
  AGENT,
  agentOf,
  beginsMs,
  FAILED,
  FAILED_GROUP,
  failedBeginsMs,
  groupPath,
  isPreserved,
  RECORDED,
  type Counts,
} from './generated.js';
import { idOf } from './life.js';

/** A deposit as listings should show it. Times are milliseconds since 1970, and right in their order and for copies. */
export interface KnownDeposit {
  readonly id: string;
  readonly archivalGroupPath: string;
  readonly createdBy: string;
  readonly status: 'new' | 'preserved' | 'error';
  readonly created: number;
  readonly lastModified: number;
  readonly preserved: number | null;
}

/** The query of a listing of deposits. */
export interface Listing {
  readonly orderBy?: 'created' | 'lastModified' | 'preserved' | 'status' | 'createdBy' | 'archivalGroupPath';
  readonly ascending?: true;
  readonly page?: number;
  readonly pageSize?: number;
  readonly showAll?: true;
  readonly status?: string;
  readonly createdBy?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly preservedAfter?: string;
  readonly preservedBefore?: string;
  readonly lastModifiedBefore?: string;
  readonly archivalGroupPath?: string;
  readonly archivalGroupPathParent?: string;
  /** No deposit of the bench has any of these. */
  readonly infected?: true;
  readonly differing?: true;
  readonly running?: true;
}

export interface Page {
  readonly total: number;
  /** The archival groups of the deposits that are shown. */
  readonly groups: readonly string[];
}

/** The copies of failed deposits, in the order of their numbers. */
const failedDeposits = (failed: number): readonly KnownDeposit[] =>
  Array.from({ length: failed }, (_, index) => {
    const created = failedBeginsMs(index, failed);
    const shown = { archivalGroupPath: FAILED_GROUP, createdBy: agentOf(index), status: 'error' } as const;
    return { id: idOf(0, FAILED + index), ...shown, created, lastModified: created, preserved: null };
  });

/** The other copies, in the order of their numbers. */
const boxedDeposits = (count: number): readonly KnownDeposit[] =>
  Array.from({ length: count }, (_, number) => {
    const created = beginsMs(number, count);
    const preserved = isPreserved(number) ? created : null;
    return {
      id: idOf(0, number),
      archivalGroupPath: groupPath(number),
      createdBy: agentOf(number),
      status: preserved === null ? 'new' : 'preserved',
      ...{ created, preserved, lastModified: created },
    };
  });

/** Those from which copies were made, which was after the time of all copies; `idsOf` asks the platform for ids. */
const recordedDeposits = async (
  count: number,
  idsOf: (query: Listing) => Promise<readonly string[]>,
): Promise<readonly KnownDeposit[]> => {
  const deposits: KnownDeposit[] = [];
  const add = (id: string, archivalGroupPath: string, status: KnownDeposit['status']): void => {
    const created = beginsMs(count, count) + deposits.length;
    const preserved = status === 'preserved' ? created : null;
    deposits.push({ id, archivalGroupPath, createdBy: AGENT, status, created, lastModified: created, preserved });
  };
  for (const status of ['new', 'preserved'] as const)
    for (const number of RECORDED) {
      const archivalGroupPath = groupPath(number, number, status === 'preserved');
      for (const id of await idsOf({ showAll: true, archivalGroupPath, status })) add(id, archivalGroupPath, status);
    }
  const failed: Listing = { showAll: true, archivalGroupPath: FAILED_GROUP, status: 'error', createdBy: AGENT };
  for (const id of await idsOf({ ...failed, ascending: true })) add(id, FAILED_GROUP, 'error');
  return deposits;
};

/** All deposits of a platform before a bench makes any. */
export const generatedDeposits = async (
  { deposits, failed }: Counts,
  idsOf: (query: Listing) => Promise<readonly string[]>,
): Promise<readonly KnownDeposit[]> => [
  ...failedDeposits(failed),
  ...boxedDeposits(deposits),
  ...(await recordedDeposits(deposits, idsOf)),
];

export const queryOf = (query: Listing): string =>
  `/deposits?${new URLSearchParams(query as Record<string, string>).toString()}`;

/** Whether a time is in a span of which an end that is not given is open. */
const isWithin = (time: number | null, after?: string, before?: string): boolean => {
  if (after === undefined && before === undefined) return true;
  const [from, to] = [after ?? '1970-01-01', before ?? '9999-12-31'];
  return time !== null && time >= Date.parse(from) && time < Date.parse(to);
};

/** Whether its group is as asked: the path itself where that has a slash, else its end. */
const isOfGroup = (path: string, { archivalGroupPath = '', archivalGroupPathParent }: Listing): boolean =>
  (archivalGroupPath.includes('/') ? path === archivalGroupPath : path.endsWith(archivalGroupPath)) &&
  (archivalGroupPathParent === undefined || path.startsWith(`${archivalGroupPathParent}/`));

const isListed = (deposit: KnownDeposit, query: Listing): boolean =>
  (query.showAll === true || deposit.status === 'new') &&
  (query.status ?? deposit.status) === deposit.status &&
  (query.createdBy ?? deposit.createdBy) === deposit.createdBy &&
  isWithin(deposit.created, query.createdAfter, query.createdBefore) &&
  isWithin(deposit.preserved, query.preservedAfter, query.preservedBefore) &&
  isWithin(deposit.lastModified, undefined, query.lastModifiedBefore) &&
  isOfGroup(deposit.archivalGroupPath, query) &&
  [query.infected, query.differing, query.running].every((wanted) => wanted === undefined);

/** The highest first; those without a value come last, and equal ones are sorted by id. */
const descending =
  (field: NonNullable<Listing['orderBy']>) =>
  (one: KnownDeposit, other: KnownDeposit): number => {
    const [a, b] = [one[field] ?? -Infinity, other[field] ?? -Infinity];
    if (a !== b) return a > b ? -1 : 1;
    return one.id > other.id ? -1 : 1;
  };

const PAGE_SIZE = 100;

/** The right answer to a listing: found by looking at all deposits. */
export const pageOf = (deposits: readonly KnownDeposit[], query: Listing): Page => {
  const { orderBy = 'created', ascending = false, page = 1, pageSize = PAGE_SIZE } = query;
  const listed = deposits.filter((deposit) => isListed(deposit, query)).sort(descending(orderBy));
  if (ascending) listed.reverse();
  const shown = listed.slice((page - 1) * pageSize, page * pageSize);
  return { total: listed.length, groups: shown.map(({ archivalGroupPath }) => archivalGroupPath) };
};
