import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { Projection, Touch } from '../projection.js';
import { evolveListed, type ListedDeposit } from './deposit-document.js';
import { LISTING_INDEXES, LISTING_QUERIES } from './listing-query.js';
import { reversed } from './reversed.js';

/** A deposit with what is derived from it for queries. */
export interface DepositDocument extends ListedDeposit {
  /** The path of the archival group, from its last code point to its first. */
  readonly pathReversed: string | null;
}

const documentOf = (deposit: ListedDeposit | null): DepositDocument | null => {
  if (deposit === null) return null;
  const { archivalGroup } = deposit;
  return { ...deposit, pathReversed: archivalGroup === null ? null : reversed(archivalGroup) };
};

/** Deposits by id, for `GET /deposits`; a deleted deposit has no document. */
export const deposits: Projection<DepositFact, DepositDocument> = {
  shape: { name: 'deposits', indexes: LISTING_INDEXES, queries: LISTING_QUERIES },
  version: 3,
  categories: ['deposit'],
  touches: (fact: RecordedFact<DepositFact>): readonly Touch<DepositDocument>[] => [
    { key: fact.data.depositId, apply: (doc) => documentOf(evolveListed(doc, fact)) },
  ],
};
