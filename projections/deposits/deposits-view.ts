import type { ReadableDocuments } from '../read-view.js';
import type { DepositQuery } from './deposit-query.js';
import { DEPOSIT_STATUSES, type DepositStatus } from './deposit-document.js';
import type { DepositDocument } from './deposits.js';
import { activeOfGroups, filtered, listingQuery, ofStatus } from './listing-query.js';

/** Deposits of a page, and how many satisfy the filter. */
export interface DepositPage {
  readonly deposits: readonly DepositDocument[];
  readonly total: number;
}

/** The queries of the view. */
export interface DepositsView {
  list(query: DepositQuery): Promise<DepositPage>;
  /** The deposit that of all those created, or changed last, at or after a time was so first; null where none was. */
  firstSince(date: 'created' | 'lastModified', time: string): Promise<DepositDocument | null>;
  /** Of each of these archival groups the active deposit that was made last; groups without one are left out. */
  newestActive(groups: readonly string[]): Promise<ReadonlyMap<string, DepositDocument>>;
  /** How many deposits have each status; those without a deposit are there, too. */
  statuses(): Promise<Readonly<Record<DepositStatus, number>>>;
}

/** Active deposits that are read together. */
const READ_TOGETHER = 1_000;

/** As `DepositsView.newestActive`. Whatever number of deposits a group has, each read finds those of one group or more. */
const newestActive = async (
  documents: ReadableDocuments<DepositDocument>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, DepositDocument>> => {
  const newest = new Map<string, DepositDocument>();
  for (let left = groups; left.length > 0;) {
    const found = await documents.find(activeOfGroups(left, READ_TOGETHER));
    for (const deposit of found) {
      const group = deposit.archivalGroup ?? '';
      if (!newest.has(group)) newest.set(group, deposit);
    }
    left = found.length < READ_TOGETHER ? [] : left.filter((group) => !newest.has(group));
  }
  return newest;
};

/** The queries over the view's documents. A page in the far half of its order is read from the other end. */
export const depositsView = (documents: ReadableDocuments<DepositDocument>): DepositsView => ({
  list: async (query) => {
    const { where, by } = filtered(query.filter);
    const total = await documents.count(where, by);
    const limit = Math.min(query.limit, total - query.skip);
    if (limit <= 0) return { deposits: [], total };
    const after = total - query.skip - limit;
    if (after >= query.skip) return { deposits: await documents.find(listingQuery({ ...query, limit }, total)), total };
    const reversed = { ...query, ascending: !query.ascending, skip: after, limit };
    return { deposits: (await documents.find(listingQuery(reversed, total))).reverse(), total };
  },
  firstSince: async (date, time) => {
    const filter = { dates: { [date]: { atLeast: time } } };
    const query = listingQuery({ filter, orderBy: date, ascending: true, skip: 0, limit: 1 });
    return (await documents.find(query))[0] ?? null;
  },
  newestActive: (groups) => newestActive(documents, groups),
  statuses: async () => {
    const counts = DEPOSIT_STATUSES.map(async (status) => {
      const { where, by } = ofStatus(status);
      return [status, await documents.count(where, by)] as const;
    });
    return Object.fromEntries(await Promise.all(counts)) as Record<DepositStatus, number>;
  },
});
