import type { Condition } from '../documents.js';
import type { ReadableDocuments } from '../read-view.js';
import { ID_TREE } from './counter-entries.js';
import type { DepositCounts } from './deposit-counts.js';
import type { DepositFilter } from './deposit-query.js';
import type { DepositDocument } from './deposits.js';
import { AGENT_FIELDS, DATE_FIELDS, INDEXES } from './fields.js';
import { termsOf, type Term } from './filter-terms.js';
import type { OrderGroup } from './order-groups.js';
import { kindsCondition } from './read-deposits.js';
import { timesOfLeaf, type TextRange } from './walk-start.js';

/** The stores that a listing reads. */
export interface ListingStores {
  readonly documents: ReadableDocuments<DepositDocument>;
  readonly counts: DepositCounts;
}

/** What a filter selects, and how it is found fastest. */
export interface Selection {
  readonly filter: DepositFilter;
  readonly kinds: readonly string[];
  readonly terms: readonly Term[];
  readonly conditions: readonly Condition[];
  /** The index with the fewest deposits that satisfy its own term, and how many these are. */
  readonly by: readonly string[];
  readonly reach: number;
  readonly total: number;
}

/** Counts deposits by an index. */
export const countBy = (
  { documents }: ListingStores,
  kinds: readonly string[],
  by: readonly string[],
  conditions: readonly Condition[],
): Promise<number> => documents.count({ all: [...conditions, kindsCondition(kinds)] }, by);

/** How many deposits of a tree of times are before a time. */
export const countBefore = async (
  stores: ListingStores,
  kinds: readonly string[],
  date: keyof typeof DATE_FIELDS,
  time: string,
): Promise<number> => {
  const before = await stores.counts.beforeHourOf(date, new Set(kinds), time);
  const { atLeast = '' } = timesOfLeaf({ prefix: time.slice(0, 'YYYY-MM-DDTHH'.length), before });
  if (time === atLeast) return before;
  const rest: TextRange = { atLeast, below: time };
  return before + (await countBy(stores, kinds, INDEXES.byDate(date), [{ field: DATE_FIELDS[date], ...rest }]));
};

const sizeOf = async (stores: ListingStores, kinds: readonly string[], term: Term): Promise<number> => {
  const { counted, condition, by } = term;
  if (counted === null) return countBy(stores, kinds, by, [condition]);
  if ('tree' in counted) return stores.counts.total(counted.tree, new Set(kinds));
  const { date, range } = counted;
  const end =
    range.below === undefined
      ? stores.counts.total(date, new Set(kinds))
      : countBefore(stores, kinds, date, range.below);
  const begin = range.atLeast === undefined ? 0 : await countBefore(stores, kinds, date, range.atLeast);
  return Math.max(0, (await end) - begin);
};

/** A way to what a filter selects: an index, the terms that it answers by itself, and how many deposits it leads to. */
interface Way {
  readonly by: readonly string[];
  readonly answers: number;
  readonly reach: number;
}

/** The way by a term's own index, which also answers the range of the date that the index ends with. */
const wayBy = async (
  stores: ListingStores,
  kinds: readonly string[],
  term: Term,
  terms: readonly Term[],
): Promise<Way> => {
  const { by, condition } = term;
  const date = by.at(-1);
  const range = terms.find((other) => other !== term && 'field' in other.condition && other.condition.field === date);
  if (range === undefined) return { by, answers: 1, reach: await sizeOf(stores, kinds, term) };
  return { by, answers: 2, reach: await countBy(stores, kinds, by, [condition, range.condition]) };
};

/** The kinds of which each term has deposits, as far as trees tell. */
const kindsOf = async (
  { counts }: ListingStores,
  admitted: readonly string[],
  terms: readonly Term[],
): Promise<readonly string[]> => {
  const trees = terms.flatMap(({ counted }) => (counted !== null && 'tree' in counted ? [counted.tree] : []));
  const found = await Promise.all(trees.map((tree) => counts.kinds(tree)));
  return admitted.filter((kind) => found.every((each) => each.includes(kind)));
};

/** Finds out how a filter is answered, and how many deposits it selects. */
export const select = async (
  stores: ListingStores,
  filter: DepositFilter,
  admitted: readonly string[],
): Promise<Selection> => {
  const terms = termsOf(filter);
  const kinds = await kindsOf(stores, admitted, terms);
  const conditions = terms.map(({ condition }) => condition);
  const chosen = { filter, kinds, terms, conditions };
  const ways = await Promise.all(terms.map((term) => wayBy(stores, kinds, term, terms)));
  const [best] = ways.toSorted((one, other) => one.reach - other.reach || other.answers - one.answers);
  if (best === undefined) {
    const all = await stores.counts.total(ID_TREE, new Set(kinds));
    return { ...chosen, by: INDEXES.byId, reach: all, total: all };
  }
  const { by, reach, answers } = best;
  const isExact = answers === terms.length || reach === 0;
  const total = isExact ? reach : await countBy(stores, kinds, by, conditions);
  return { ...chosen, by, reach, total };
};

/** How many of the selected deposits are in a part of an order. */
export const groupSize = async (
  stores: ListingStores,
  { terms, conditions, by, reach }: Selection,
  { kinds, agent }: OrderGroup,
): Promise<number> => {
  if (agent === undefined)
    return terms.length === 0 ? stores.counts.total(ID_TREE, new Set(kinds)) : countBy(stores, kinds, by, conditions);
  if (agent.total === 0 || terms.length === 0) return agent.total;
  const own = { field: AGENT_FIELDS[agent.role], is: agent.name };
  return countBy(stores, kinds, agent.total < reach ? INDEXES.byAgent(agent.role) : by, [...conditions, own]);
};
