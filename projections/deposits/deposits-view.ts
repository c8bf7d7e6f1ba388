import type { View } from '../read-view.js';
import { ID_TREE } from './counter-entries.js';
import { openDepositCounts } from './deposit-counts.js';
import type { DepositQuery } from './deposit-query.js';
import type { DepositDocument } from './deposits.js';
import { admittedKinds } from './filter-terms.js';
import { groupPage } from './group-page.js';
import { parseKind } from './kinds.js';
import { groupsOf } from './order-groups.js';
import { groupSize, select, type ListingStores, type Selection } from './selection.js';

/** Deposits of a page, and how many satisfy the filter. */
export interface DepositPage {
  readonly deposits: readonly DepositDocument[];
  readonly total: number;
}

/** The queries of the view. */
export interface DepositsView {
  list(query: DepositQuery): Promise<DepositPage>;
}

/**
 * So few deposits are sorted by the database, which takes less than 100 ms. More are found in their order: a walk is
 * faster where they are spread over it, and slower where they are together at its other end.
 */
const FEW = 20_000;

const pageOf = async (
  stores: ListingStores,
  selection: Selection,
  { orderBy, ascending, skip, limit }: DepositQuery,
  few: number,
): Promise<DepositDocument[]> => {
  const groups = await groupsOf({ orderBy, ascending }, selection.kinds, stores.counts);
  const found: DepositDocument[] = [];
  let before = skip;
  for (const group of groups) {
    const size = groups.length === 1 ? selection.total : await groupSize(stores, selection, group);
    const offset = Math.min(before, size);
    before -= offset;
    const left = limit - found.length;
    if (offset === size) continue;
    found.push(
      ...(await groupPage(stores, { selection, group, size, offset, limit: left, descending: !ascending, few })),
    );
    if (found.length >= limit) break;
  }
  return found;
};

/** The queries over the view's documents and counters. */
export const depositsView = (
  { documents, counters }: Pick<View<DepositDocument>, 'documents' | 'counters'>,
  few = FEW,
): DepositsView => ({
  list: async (query) => {
    const stores: ListingStores = { documents, counts: openDepositCounts(counters) };
    const isAdmitted = admittedKinds(query.filter);
    const kinds = (await stores.counts.kinds(ID_TREE)).filter((kind) => isAdmitted(parseKind(kind)));
    if (kinds.length === 0) return { deposits: [], total: 0 };
    const selection = await select(stores, query.filter, kinds);
    const isPast = query.skip >= selection.total;
    return { total: selection.total, deposits: isPast ? [] : await pageOf(stores, selection, query, few) };
  },
});
