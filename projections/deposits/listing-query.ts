import { KEY, type CollectionShape, type Condition, type Query } from '../documents.js';
import { ORDERS, type DepositFilter, type DepositOrder, type DepositQuery } from './deposit-query.js';
import { FIELDS, FOUND_FIELDS } from './fields.js';
import { filterConditions } from './filter-conditions.js';

/** An index that begins with some fields, and has all that filters and orders ask for, so that they read no document. */
const withAllFrom = (...fields: readonly string[]): readonly string[] => [
  ...new Set([
    ...fields,
    KEY,
    'active',
    'archived',
    'running',
    ...Object.values(FIELDS),
    ...Object.values(FOUND_FIELDS),
  ]),
];
/** Of the default page, and for every filter. */
const FILTERED = withAllFrom('active', 'created');
/** Of the default order where deposits that are not active are asked for, too. */
const CREATED = withAllFrom('created');
const PATH_END = ['pathReversed'];
const ofOrder = (order: DepositOrder): readonly string[] => (order === 'created' ? CREATED : [FIELDS[order]]);

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

/** The deposits of a status, and the index in which they are counted. */
export const ofStatus = (status: string): Required<Pick<Query, 'where' | 'by'>> => ({
  where: { field: FIELDS.status, is: status },
  by: ofOrder('status'),
});

/** A page of deposits. */
export const listingQuery = ({ filter, orderBy, ascending, skip, limit }: DepositQuery): Query => {
  const page = { sort: [{ field: FIELDS[orderBy], descending: !ascending }], skip, limit };
  if (filterConditions(filter).length === 0) return { where: { all: [] }, by: ofOrder(orderBy), ...page };
  const isCreated = orderBy === 'created' && filter.active === undefined && filter.path === undefined;
  return { ...filtered(filter), ...(isCreated ? { by: CREATED } : {}), ...page };
};

const example = (filter: DepositFilter, orderBy: DepositOrder = 'created', ascending = false): Query =>
  listingQuery({ filter, orderBy, ascending, skip: 0, limit: 100 });

const inBothDirections = (name: string, query: (ascending: boolean) => Query): [string, Query][] => [
  [name, query(true)],
  [`${name} descending`, query(false)],
];

/** Each kind of listing; those that begin with `sorted` are sorted by the database. */
export const LISTING_QUERIES: CollectionShape['queries'] = Object.fromEntries<Query>([
  ...ORDERS.flatMap((order) => inBothDirections(`by ${order}`, (ascending) => example({}, order, ascending))),
  ...inBothDirections('active ones', (ascending) => example({ active: true }, 'created', ascending)),
  ...inBothDirections('with a status', (ascending) => example({ status: 'preserved' }, 'created', ascending)),
  ['of a status', ofStatus('preserved')],
  ...inBothDirections('with infected files', (ascending) =>
    example({ found: { infected: true } }, 'created', ascending),
  ),
  ['sorted without differing files', example({ running: false, found: { differing: false } }, 'lastModified')],
  ['sorted of an agent', example({ agents: { createdBy: 'ann' } }, 'lastModified')],
  ['sorted for an archival group', example({ path: { is: 'a/b' } })],
  ['sorted by the end of a path', example({ path: { endsWith: 'b' } })],
]);
