import type { Condition } from '../documents.js';
import { agentTree, dateOf, ID_TREE } from './counter-entries.js';
import { LEVELS } from './deposit-counts.js';
import type { DepositDocument } from './deposits.js';
import { AGENT_FIELDS, DATE_FIELDS, INDEXES, type DateName } from './fields.js';
import { pathConditions } from './filter-terms.js';
import type { OrderGroup } from './order-groups.js';
import { depositsByPath, sortedDeposits, walkDeposits, type DepositWalk } from './read-deposits.js';
import { countBefore, countBy, type ListingStores, type Selection } from './selection.js';
import { idsOfLeaf, nearer, shared, startOf, timesOfLeaf, type Start, type TextRange } from './walk-start.js';

/** A page of one part of an order. */
export interface GroupPage {
  readonly selection: Selection;
  readonly group: OrderGroup;
  /** How many deposits the part has; null where it is the only one. */
  readonly size: number;
  readonly offset: number;
  readonly limit: number;
  readonly descending: boolean;
  /** So few deposits are sorted rather than looked for in an order. */
  readonly few: number;
}

/** The range of the order's own date, where the filter has no other term. */
const onlyRange = ({ terms, filter }: Selection, date: DateName): TextRange | null => {
  if (terms.length === 0) return {};
  return terms.length === 1 ? (filter.dates?.[date] ?? null) : null;
};

/** The start of a page in an order of dates, from the counters. */
const countedStart = async (
  stores: ListingStores,
  { group: { kinds }, offset, limit, descending }: GroupPage,
  date: DateName,
  range: TextRange,
): Promise<Start | null> => {
  const set = new Set(kinds);
  const before = (time: string | undefined): Promise<number> | number =>
    time === undefined ? 0 : countBefore(stores, kinds, date, time);
  const after = async (time: string | undefined): Promise<number> =>
    time === undefined ? 0 : (await stores.counts.total(date, set)) - (await countBefore(stores, kinds, date, time));
  const outside = descending ? await after(range.below) : await before(range.atLeast);
  const leafAt = (at: number) => stores.counts.leafAt(date, set, { offset: at, descending, levels: LEVELS.date });
  const first = await leafAt(outside + offset);
  if (first === null) return null;
  const last = await leafAt(outside + offset + limit - 1);
  return startOf({ first, last, outside, offset, descending }, range, timesOfLeaf);
};

const datePage = async (stores: ListingStores, page: GroupPage, date: DateName): Promise<DepositDocument[]> => {
  const { selection, group, offset, limit, descending } = page;
  const { kinds } = group;
  const field = DATE_FIELDS[date];
  const counted = onlyRange(selection, date);
  const by = selection.by.at(-1) === field ? selection.by : INDEXES.byDate(date);
  const conditions = counted === null ? selection.conditions : [];
  const start =
    counted === null
      ? { range: selection.filter.dates?.[date] ?? {}, skip: offset }
      : await countedStart(stores, page, date, counted);
  if (start === null) return [];
  const bounded = { range: shared(start.range, await stores.counts.years(date)), skip: start.skip };
  const countIn = (range: TextRange): Promise<number> =>
    countBy(stores, kinds, by, [...conditions, { field, ...range }]);
  const { range, skip } = await nearer(bounded, descending, countIn);
  const valueOf = (deposit: DepositDocument): string => dateOf(deposit, date) ?? '';
  return walkDeposits(stores.documents, { by, field, descending, limit, kinds, conditions, range, skip, valueOf });
};

const agentCondition = ({ agent }: OrderGroup): Condition[] =>
  agent === undefined ? [] : [{ field: AGENT_FIELDS[agent.role], is: agent.name }];

const idPage = async (stores: ListingStores, page: GroupPage): Promise<DepositDocument[]> => {
  const { selection, group, offset, limit, descending } = page;
  const conditions = [...selection.conditions, ...agentCondition(group)];
  const walk: Omit<DepositWalk, 'range' | 'skip'> = {
    ...{ by: INDEXES.byId, field: 'depositId', descending, limit, kinds: group.kinds, conditions },
    valueOf: ({ depositId }) => depositId,
  };
  if (selection.terms.length > 0) return walkDeposits(stores.documents, { ...walk, range: {}, skip: offset });
  const { agent } = group;
  const tree = agent === undefined ? ID_TREE : agentTree(agent.role, agent.name);
  const leafAt = (at: number) =>
    stores.counts.leafAt(tree, new Set(group.kinds), { offset: at, descending, levels: LEVELS.id });
  const first = await leafAt(offset);
  if (first === null) return [];
  const last = await leafAt(offset + limit - 1);
  const start = startOf({ first, last, outside: 0, offset, descending }, {}, idsOfLeaf);
  return walkDeposits(stores.documents, { ...walk, ...start });
};

/** The order of paths has no counters: what comes before the page is skipped in the index, from the nearer end. */
const pathPage = async (stores: ListingStores, page: GroupPage): Promise<DepositDocument[]> => {
  const { selection, group, size, offset, limit, descending } = page;
  const shown = Math.min(limit, size - offset);
  const after = size - offset - shown;
  const fromEnd = after < offset;
  const walk = { descending: descending !== fromEnd, skip: fromEnd ? after : offset, limit: shown };
  const found = await depositsByPath(stores.documents, group.kinds, walk, pathConditions(selection.filter));
  return fromEnd ? found.reverse() : found;
};

const sortFieldOf = ({ within }: OrderGroup): string => {
  if (within === 'id') return 'depositId';
  return within === 'path' ? 'archivalGroup' : DATE_FIELDS[within.date];
};

/** The index whose own condition the fewest deposits of a part satisfy, and how many. */
const shortestWay = ({ selection, group: { agent } }: GroupPage): { by: readonly string[]; reach: number } => {
  const isOwn = agent !== undefined && (selection.terms.length === 0 || agent.total < selection.reach);
  return isOwn ? { by: INDEXES.byAgent(agent.role), reach: agent.total } : selection;
};

/**
 * The index whose deposits are sorted for a page; null where the page is found in the order of an index. That is so
 * where the counters lead to it, where the best index has the order, and where a walk passes fewer deposits.
 */
const sortedBy = (page: GroupPage, all: number): readonly string[] | null => {
  const { selection, group, size, offset, limit, few } = page;
  const { by, reach } = shortestWay(page);
  const isCounted = selection.terms.length === 0 && (group.agent === undefined || reach > few);
  const isInOrder = group.within !== 'id' && by.includes(sortFieldOf(group));
  if (isCounted || isInOrder) return null;
  const walked = ((offset + limit) * all) / Math.max(1, size);
  return reach <= few || walked > reach ? by : null;
};

/** The deposits of a page in one part of an order. */
export const groupPage = async (stores: ListingStores, page: GroupPage): Promise<DepositDocument[]> => {
  const { selection, group, offset, limit, descending } = page;
  const { within, kinds } = group;
  const all = await stores.counts.total(ID_TREE, new Set(kinds));
  const by = sortedBy(page, all);
  if (by !== null) {
    const conditions = [...selection.conditions, ...agentCondition(group)];
    const on = { field: sortFieldOf(group), by, conditions };
    return sortedDeposits(stores.documents, kinds, { descending, skip: offset, limit }, on);
  }
  if (within === 'id') return idPage(stores, page);
  if (within === 'path') return pathPage(stores, page);
  return datePage(stores, page, within.date);
};
