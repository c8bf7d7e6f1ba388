import type { Condition } from '../documents.js';
import type { ReadableDocuments } from '../read-view.js';
import { pathQuery, sortedQuery, walkQuery, type Walk } from './declared-queries.js';
import type { DepositDocument } from './deposits.js';
import type { TextRange } from './walk-start.js';

/** A walk in one order through the deposits of some kinds. */
export interface DepositWalk extends Walk {
  readonly kinds: readonly string[];
  readonly conditions: readonly Condition[];
  readonly range: TextRange;
  readonly skip: number;
  /** The value of the order's field. */
  readonly valueOf: (deposit: DepositDocument) => string;
}

const rangeCondition = (field: string, range: TextRange): Condition[] =>
  range.atLeast === undefined && range.below === undefined ? [] : [{ field, ...range }];

const compared = (one: string, other: string): number => {
  if (one === other) return 0;
  return one < other ? -1 : 1;
};

/** The index is walked for each kind on its own, so that it yields each in order; the results are merged. */
export const walkDeposits = async (
  documents: ReadableDocuments<DepositDocument>,
  { kinds, conditions, range, skip, valueOf, ...walk }: DepositWalk,
): Promise<DepositDocument[]> => {
  const all = [...rangeCondition(walk.field, range), ...conditions];
  const found = await Promise.all(
    kinds.map((kind) => documents.find(walkQuery({ ...walk, limit: skip + walk.limit }, kind, all))),
  );
  const direction = walk.descending ? -1 : 1;
  const order = (one: DepositDocument, other: DepositDocument): number =>
    direction * (compared(valueOf(one), valueOf(other)) || compared(one.depositId, other.depositId));
  return found
    .flat()
    .sort(order)
    .slice(skip, skip + walk.limit);
};

interface Page {
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
}

export const kindsCondition = (kinds: readonly string[]): Condition => ({ field: 'kind', oneOf: kinds });

/** In the order of archival groups; `limit` limits the path. */
export const depositsByPath = (
  documents: ReadableDocuments<DepositDocument>,
  kinds: readonly string[],
  page: Page,
  conditions: readonly Condition[],
): Promise<DepositDocument[]> => documents.find(pathQuery(page, [...conditions, kindsCondition(kinds)]));

/** What an index leads to, sorted by the database. */
export const sortedDeposits = (
  documents: ReadableDocuments<DepositDocument>,
  kinds: readonly string[],
  page: Page,
  on: { readonly field: string; readonly by: readonly string[]; readonly conditions: readonly Condition[] },
): Promise<DepositDocument[]> =>
  documents.find(sortedQuery(page, { ...on, conditions: [...on.conditions, kindsCondition(kinds)] }));
