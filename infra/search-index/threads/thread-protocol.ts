import { databaseFault, DatabaseFault } from '../../embedded/sqlite.js';
import { SearchIndexFault, type SearchIndexFaultCode } from '../search-index-fault.js';
import { isCorrupt } from '../tables/open-index-file.js';

/** What a thread answers an order with. Errors lose their class on the way, so that they go as plain data. */
export type ThreadAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadFailure {
  readonly code: SearchIndexFaultCode | 'invalid';
  readonly message: string;
  /** Whether the file must be begun anew. */
  readonly corrupt: boolean;
}

export interface Numbered<Order> {
  readonly id: number;
  readonly order: Order;
}

export const failureOf = (error: unknown): ThreadFailure => {
  const message = error instanceof Error ? error.message : String(error);
  const corrupt = isCorrupt(error);
  if (error instanceof SearchIndexFault) return { code: error.code, message, corrupt };
  const fault = databaseFault(error);
  if (error instanceof RangeError) return { code: 'invalid', message, corrupt };
  const isFull = fault instanceof DatabaseFault && fault.code === 'database-full';
  return { code: isFull ? 'index-full' : 'index-lost', message, corrupt };
};

/** Answers each order with what `perform` returns or throws. */
export const answerWith =
  <Order>(perform: (order: Order) => unknown, post: (answer: ThreadAnswer) => void) =>
  ({ id, order }: Numbered<Order>): void => {
    try {
      post({ id, value: perform(order) });
    } catch (error) {
      post({ id, failure: failureOf(error) });
    }
  };
