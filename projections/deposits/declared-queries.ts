import type { CollectionShape, Condition, Query } from '../documents.js';
import { AGENT_FIELDS, AGENTS, CONTAINERS, DATE_FIELDS, DATE_OF, DATES, INDEXES } from './fields.js';

/** How a walk along an index is sorted. */
export interface Walk {
  readonly by: readonly string[];
  readonly field: string;
  readonly descending: boolean;
  readonly limit: number;
}

/** The deposits of one kind, in the order of the field that follows the kind in the index. */
export const walkQuery = (
  { by, field, descending, limit }: Walk,
  kind: string,
  conditions: readonly Condition[],
): Query => ({
  where: { all: [{ field: 'kind', is: kind }, ...conditions] },
  sort: [{ field, descending }],
  ties: descending ? 'descending' : 'ascending',
  limit,
  by,
});

interface Page {
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
}

/** Deposits of some kinds in the order of their archival groups; the conditions limit the path. */
export const pathQuery = ({ descending, skip, limit }: Page, conditions: readonly Condition[]): Query => ({
  where: { all: conditions },
  sort: [
    { field: 'archivalGroup', descending },
    { field: 'depositId', descending },
  ],
  ties: 'none',
  skip,
  limit,
  by: INDEXES.byPath,
});

/** What few deposits of an index satisfy the conditions; the database sorts them. */
export const sortedQuery = (
  { descending, skip, limit }: Page,
  { field, by, conditions }: { field: string; by: readonly string[]; conditions: readonly Condition[] },
): Query => ({
  where: { all: conditions },
  sort: [{ field, descending }],
  ties: descending ? 'descending' : 'ascending',
  skip,
  limit,
  by,
});

export const DECLARED_INDEXES: CollectionShape['indexes'] = [
  ...DATES.map(INDEXES.byDate),
  INDEXES.byId,
  INDEXES.byPath,
  INDEXES.byPathEnd,
  ...AGENTS.map(INDEXES.byAgent),
  ...CONTAINERS.map((_, index) => INDEXES.byContainer(index + 1)),
];

const KIND = 'new a';
const oneOf: Condition = { field: 'kind', oneOf: [KIND, 'preserved p'] };
const page = { skip: 0, limit: 10 };

const inBothDirections = (name: string, query: (descending: boolean) => Query): [string, Query][] => [
  [name, query(false)],
  [`${name} descending`, query(true)],
];

/** Each kind of query; those that begin with `sorted` are sorted by the database. */
export const DECLARED_QUERIES: CollectionShape['queries'] = Object.fromEntries([
  ...DATES.flatMap((date) =>
    inBothDirections(`by ${date}`, (descending) =>
      walkQuery({ by: INDEXES.byDate(date), field: DATE_FIELDS[date], descending, limit: 10 }, KIND, [
        { field: DATE_FIELDS[date], atLeast: '2026', below: '2027' },
      ]),
    ),
  ),
  ...inBothDirections('by id', (descending) =>
    walkQuery({ by: INDEXES.byId, field: 'depositId', descending, limit: 10 }, KIND, []),
  ),
  ...inBothDirections('by path', (descending) =>
    pathQuery({ descending, ...page }, [{ field: 'archivalGroup', above: '' }, oneOf]),
  ),
  ...AGENTS.flatMap((agent) =>
    inBothDirections(`of ${agent}`, (descending) =>
      walkQuery({ by: INDEXES.byAgent(agent), field: DATE_FIELDS[DATE_OF[agent]], descending, limit: 10 }, KIND, [
        { field: AGENT_FIELDS[agent], is: 'ann' },
      ]),
    ),
  ),
  ...CONTAINERS.flatMap((field, index) =>
    inBothDirections(`below ${field}`, (descending) =>
      walkQuery({ by: INDEXES.byContainer(index + 1), field: 'created', descending, limit: 10 }, KIND, [
        { field, is: 'a' },
      ]),
    ),
  ),
  [
    'sorted by path end',
    sortedQuery(
      { descending: true, ...page },
      { field: 'created', by: INDEXES.byPathEnd, conditions: [{ field: 'pathReversed', startsWith: 'a' }, oneOf] },
    ),
  ],
]);
