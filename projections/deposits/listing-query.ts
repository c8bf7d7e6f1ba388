import { KEY, type CollectionShape, type Condition, type Query } from '../documents.js';
import { ORDERS, type DepositFilter, type DepositOrder, type DepositQuery } from './deposit-query.js';
import { FIELDS, FOUND_FIELDS } from './fields.js';
import { filterConditions } from './filter-conditions.js';
import { reversed } from './reversed.js';

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
/** For every filter. */
const FILTERED = withAllFrom('active', 'created');
/** Of the default order where deposits that are not active are asked for, too, and of a span of that date. */
const CREATED = withAllFrom('created');
/** Of the active ones: the order of the console, and their number. */
const ACTIVE = ['active', FIELDS.lastModified];
/** Of those of which a job has not ended, or of which the last run found something. */
const NOTABLE = ['notable', KEY, 'active', 'running', ...Object.values(FOUND_FIELDS)];
/** Of those for one group, in the default order, and of those whose path has an end. */
const PATH = ['pathReversed', FIELDS.created, KEY, 'active'];
const ofOrder = (order: DepositOrder): readonly string[] =>
  order === 'created' ? CREATED : [FIELDS[order], KEY, 'active'];

export const LISTING_INDEXES: CollectionShape['indexes'] = [FILTERED, ACTIVE, NOTABLE, PATH, ...ORDERS.map(ofOrder)];

/** All deposits by fields that each has: an index that ends in removed ones needs no look at them. */
const ALL: Condition = { field: FIELDS.created, above: '' };
/** The same in the smallest index. */
const ALL_OF_STATUS: Condition = { field: FIELDS.status, above: '' };

/** Deposits, and the index in which they are found. */
type Selection = Required<Pick<Query, 'where' | 'by'>>;

const orderOf = (condition: Condition): DepositOrder | undefined =>
  'field' in condition ? ORDERS.find((order) => FIELDS[order] === condition.field) : undefined;

const NOTABLE_ONLY: Condition = { field: 'notable', is: true };

/** Whether only notable deposits can satisfy a filter. */
const asksForNotable = ({ running, found = {} }: DepositFilter): boolean =>
  running === true || Object.values(found).includes(true);

/** The smallest index that has all that the conditions ask for, and has together what satisfies one of them. */
const ownIndex = (filter: DepositFilter, conditions: readonly Condition[]): Selection | null => {
  const areIn = (by: readonly string[]): boolean =>
    conditions.every((each) => 'field' in each && by.includes(each.field));
  if (filter.active !== undefined && areIn(ACTIVE)) return { where: { all: conditions }, by: ACTIVE };
  if (asksForNotable(filter) && areIn(NOTABLE)) return { where: { all: [NOTABLE_ONLY, ...conditions] }, by: NOTABLE };
  const order = conditions.map(orderOf).find((each) => each !== undefined);
  return order !== undefined && areIn(ofOrder(order)) ? { where: { all: conditions }, by: ofOrder(order) } : null;
};

const inAll = (filter: DepositFilter, conditions: readonly Condition[]): Selection => {
  if (filter.dates?.created === undefined) return { where: { all: [ALL, ...conditions] }, by: FILTERED };
  return { where: { all: conditions }, by: filter.active === undefined ? CREATED : FILTERED };
};

/** The deposits that satisfy a filter, and the index in which they are counted. */
export const filtered = (filter: DepositFilter): Selection => {
  const conditions = filterConditions(filter);
  const where = { all: conditions };
  if (filter.path !== undefined) return { where, by: PATH };
  if (conditions.length === 0) return { where: ALL_OF_STATUS, by: ofOrder('status') };
  return ownIndex(filter, conditions) ?? inAll(filter, conditions);
};

/** The deposits of a status, and the index in which they are counted. */
export const ofStatus = (status: string): Selection => ({
  where: { field: FIELDS.status, is: status },
  by: ofOrder('status'),
});

/** Whether an index has deposits of one value or span in an order. */
const hasOrder = (by: readonly string[], orderBy: DepositOrder): boolean =>
  (by === ACTIVE ? by.at(-1) : by[0]) === FIELDS[orderBy];

/** So many documents are read and sorted rather than looking at every deposit. */
const FEW = 2_000;

/** A page of the deposits that satisfy a filter; `total` is how many these are. */
export const listingQuery = ({ filter, orderBy, ascending, skip, limit }: DepositQuery, total = Infinity): Query => {
  const page = { sort: [{ field: FIELDS[orderBy], descending: !ascending }], skip, limit };
  const conditions = filterConditions(filter);
  if (conditions.length === 0) return { where: { all: [] }, by: ofOrder(orderBy), ...page };
  const selected = filtered(filter);
  if (total <= FEW || filter.path !== undefined || hasOrder(selected.by, orderBy)) return { ...selected, ...page };
  if (orderBy === 'created' && filter.active === undefined)
    return { where: { all: [ALL, ...conditions] }, by: CREATED, ...page };
  return { ...inAll(filter, conditions), ...page };
};

/** Active deposits of some archival groups: one group after the other, those of a group from the newest to the oldest. */
export const activeOfGroups = (groups: readonly string[], limit: number): Query => ({
  where: {
    all: [
      { field: 'pathReversed', oneOf: groups.map(reversed) },
      { field: 'active', is: true },
    ],
  },
  by: PATH,
  sort: [
    { field: 'pathReversed', descending: true },
    { field: FIELDS.created, descending: true },
  ],
  limit,
});

const example = (
  filter: DepositFilter,
  orderBy: DepositOrder = 'created',
  ascending = false,
  total = Infinity,
): Query => listingQuery({ filter, orderBy, ascending, skip: 0, limit: 100 }, total);

const inBothDirections = (name: string, query: (ascending: boolean) => Query): [string, Query][] => [
  [name, query(true)],
  [`${name} descending`, query(false)],
];

/** Each kind of listing; those that begin with `sorted` are sorted by the database. */
export const LISTING_QUERIES: CollectionShape['queries'] = Object.fromEntries<Query>([
  ...ORDERS.flatMap((order) => inBothDirections(`by ${order}`, (ascending) => example({}, order, ascending))),
  ...inBothDirections('active ones', (ascending) => example({ active: true }, 'created', ascending)),
  ...inBothDirections('active ones by their last change', (ascending) =>
    example({ active: true }, 'lastModified', ascending),
  ),
  ...inBothDirections('active ones that were not changed for long', (ascending) =>
    example({ active: true, dates: { lastModified: { below: '2026' } } }, 'lastModified', ascending),
  ),
  ...(['created', 'lastModified'] as const).map((date): [string, Query] => [
    `first by ${date} since a time`,
    example({ dates: { [date]: { atLeast: '2026' } } }, date, true),
  ]),
  ['sorted of an agent by the agent', example({ agents: { createdBy: 'ann' } }, 'createdBy')],
  ['sorted few of a status', example({ status: 'error' }, 'lastModified', false, FEW)],
  ['sorted of a month', example({ dates: { created: { atLeast: '2026', below: '2027' } } }, 'lastModified')],
  ...inBothDirections('with a status', (ascending) => example({ status: 'preserved' }, 'created', ascending)),
  ['of a status', ofStatus('preserved')],
  ['sorted few with infected files', example({ active: true, found: { infected: true } }, 'created', false, FEW)],
  ['sorted many of an agent by the agent', example({ agents: { createdBy: 'ann' }, active: true }, 'createdBy')],
  ['sorted without differing files', example({ running: false, found: { differing: false } }, 'lastModified')],
  ['sorted of an agent', example({ agents: { createdBy: 'ann' } }, 'lastModified')],
  ...inBothDirections('for an archival group', (ascending) => example({ path: { is: 'a/b' } }, 'created', ascending)),
  ['active ones for an archival group', example({ path: { is: 'a/b' }, active: true })],
  ['sorted for an archival group', example({ path: { is: 'a/b' } }, 'lastModified')],
  ['sorted active ones of archival groups', activeOfGroups(['a/b', 'a/c'], 100)],
  ['sorted by the end of a path', example({ path: { endsWith: 'b' } })],
]);
