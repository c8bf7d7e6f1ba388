import { KEY, type CollectionShape, type Condition, type Query } from '../documents.js';
import { ORDERS, type DepositFilter, type DepositOrder, type DepositQuery } from './deposit-query.js';
import { FIELDS } from './fields.js';
import { filterConditions } from './filter-conditions.js';

/** Has the default page in its order, then all that filters and orders ask for, so that they read no document. */
const FILTERED = [...new Set(['active', 'created', KEY, 'archived', ...ORDERS.map((order) => FIELDS[order])])];
const PATH_END = ['pathReversed'];
const ofOrder = (order: DepositOrder): readonly string[] => [FIELDS[order]];

export const LISTING_INDEXES: CollectionShape['indexes'] = [FILTERED, PATH_END, ...ORDERS.map(ofOrder)];

/** All deposits by a field that each has: an index that ends in removed ones needs no look at them. */
const ALL: Condition = { field: FIELDS.created, above: '' };

/** The deposits that satisfy a filter, and the index in which they are counted. */
export const filtered = (filter: DepositFilter): Required<Pick<Query, 'where' | 'by'>> => {
  const { path, dates } = filter;
  const conditions = filterConditions(filter);
  if (path !== undefined)
    return { where: { all: conditions }, by: 'is' in path ? ofOrder('archivalGroupPath') : PATH_END };
  return { where: { all: dates?.created === undefined ? [ALL, ...conditions] : conditions }, by: FILTERED };
};

/** A page of deposits. */
export const listingQuery = ({ filter, orderBy, ascending, skip, limit }: DepositQuery): Query => {
  const isFiltered = filterConditions(filter).length > 0;
  const page = { sort: [{ field: FIELDS[orderBy], descending: !ascending }], skip, limit };
  return { ...(isFiltered ? filtered(filter) : { where: { all: [] }, by: ofOrder(orderBy) }), ...page };
};

const example = (filter: DepositFilter, orderBy: DepositOrder = 'created', ascending = false): Query =>
  listingQuery({ filter, orderBy, ascending, skip: 0, limit: 100 });

const inBothDirections = (name: string, query: (ascending: boolean) => Query): [string, Query][] => [
  [name, query(true)],
  [`${name} descending`, query(false)],
];

/** Each kind of listing; those that begin with `sorted` are sorted by the database. */
export const LISTING_QUERIES: CollectionShape['queries'] = Object.fromEntries([
  ...ORDERS.flatMap((order) => inBothDirections(`by ${order}`, (ascending) => example({}, order, ascending))),
  ...inBothDirections('active ones', (ascending) => example({ active: true }, 'created', ascending)),
  ['sorted of an agent', example({ agents: { createdBy: 'ann' } })],
  ['sorted for an archival group', example({ path: { is: 'a/b' } })],
  ['sorted by the end of a path', example({ path: { endsWith: 'b' } })],
]);
