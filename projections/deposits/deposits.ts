import type { DepositFact } from '../../events/deposit.js';
import type { Recorded } from '../../events/envelope.js';
import type { Projection, Touch } from '../projection.js';
import { containersOf, counterEntries } from './counter-entries.js';
import { DECLARED_INDEXES, DECLARED_QUERIES } from './declared-queries.js';
import { evolveListed, type ListedDeposit } from './deposit-document.js';
import { kindOf } from './kinds.js';

/** A deposit with what is derived from it for queries. */
export interface DepositDocument extends ListedDeposit {
  /** `kindOf` */
  readonly kind: string;
  /** The path of the archival group, from its last code point to its first. */
  readonly pathReversed: string | null;
  /** The paths of the outermost containers above the group. */
  readonly containers: Readonly<Record<'first' | 'second' | 'third', string | null>>;
}

export const reversed = (text: string): string => Array.from(text).reverse().join('');

const documentOf = (deposit: ListedDeposit | null): DepositDocument | null => {
  if (deposit === null) return null;
  const { archivalGroup } = deposit;
  const [first = null, second = null, third = null] = containersOf(archivalGroup);
  return {
    ...deposit,
    kind: kindOf(deposit),
    pathReversed: archivalGroup === null ? null : reversed(archivalGroup),
    containers: { first, second, third },
  };
};

/** Deposits by id, for `GET /deposits`; a deleted deposit has no document. */
export const deposits: Projection<DepositFact, DepositDocument> = {
  shape: { name: 'deposits', counted: true, indexes: DECLARED_INDEXES, queries: DECLARED_QUERIES },
  version: 2,
  categories: ['deposit'],
  touches: (fact: Recorded<DepositFact>): readonly Touch<DepositDocument>[] => [
    { key: fact.data.depositId, apply: (doc) => documentOf(evolveListed(doc, fact)) },
  ],
  counts: counterEntries,
};
