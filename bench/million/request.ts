import { depositsIn } from './answers.js';
import type { Known } from './known.js';
import { pageOf, queryOf, type Listing } from './known-deposits.js';

/** A request of the preservation service that reads. */
export interface Request {
  readonly path: string;
  /** What of an answer is compared. */
  readonly shown: (answer: unknown) => unknown;
  /** What it should be. */
  readonly right: (known: Known) => unknown;
}

export type Requests = Readonly<Record<string, Request>>;

export const request = <Answer>(
  path: string,
  shown: (answer: Answer) => unknown,
  right: (known: Known) => unknown,
): Request => ({ path, shown: (answer) => shown(answer as Answer), right });

/** Rows of a page of the interface. */
export const PAGE = 100;

/** The page in the middle of so many rows. */
export const middleOf = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize / 2));

export const listing = (query: Listing): Request =>
  request(queryOf(query), depositsIn, (known) => pageOf(known.deposits, query));
