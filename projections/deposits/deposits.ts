import type { DepositFact } from '../../events/deposit.js';
import { evolveWork, NO_WORK, type DepositWork, type LastRun } from '../../events/deposit-work.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { Projection, Touch } from '../projection.js';
import { evolveListed, type ListedDeposit } from './deposit-document.js';
import { FOUND } from './fields.js';
import { LISTING_INDEXES, LISTING_QUERIES } from './listing-query.js';
import { reversed } from './reversed.js';

/** A deposit with what is derived from it for queries. */
export interface DepositDocument extends ListedDeposit, DepositWork {
  /** Whether a job of it has not ended. */
  readonly running: boolean;
  /** Whether a job of it has not ended, or the last run found files of which somebody has to know. */
  readonly notable: boolean;
  /** The path of the archival group, from its last code point to its first. */
  readonly pathReversed: string | null;
}

const foundAny = (run: LastRun): boolean => FOUND.some((name) => (run[name] ?? 0) > 0);

const documentOf = (before: DepositDocument | null, fact: DepositFact): DepositDocument | null => {
  const deposit: ListedDeposit | null = evolveListed(before, fact);
  if (deposit === null) return null;
  const { archivalGroup } = deposit;
  const { layout, jobs, lastRun } = evolveWork(before ?? NO_WORK, fact);
  const running = jobs.length > 0;
  const notable = running || (lastRun !== null && foundAny(lastRun));
  const pathReversed = archivalGroup === null ? null : reversed(archivalGroup);
  return { ...deposit, layout, jobs, lastRun, running, notable, pathReversed };
};

/** Deposits by id, for `GET /deposits`; a deleted deposit has no document. */
export const deposits: Projection<DepositFact, DepositDocument> = {
  shape: { name: 'deposits', indexes: LISTING_INDEXES, queries: LISTING_QUERIES },
  version: 6,
  categories: ['deposit'],
  touches: (fact: RecordedFact<DepositFact>): readonly Touch<DepositDocument>[] => [
    { key: fact.data.depositId, apply: (doc) => documentOf(doc, fact) },
  ],
};
