import { databaseFault, DatabaseFault, isDamaged } from '../../embedded/database-fault.js';
import { SearchIndexFault, type SearchIndexFaultCode } from '../search-index-fault.js';

/** What a thread answers an order with. Errors lose their class on the way, so that they go as plain data. */
export type ThreadAnswer =
  { readonly id: number; readonly value: unknown } | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadFailure {
  readonly code: SearchIndexFaultCode | 'invalid';
  readonly message: string;
  /** Whether the file must be begun anew. */
  readonly corrupt: boolean;
}

/** The functions of a thread by their names; their arguments and results are plain data. */
export type ThreadFunctions = Readonly<Record<string, (...values: never[]) => unknown>>;

/** Orders one call of a function of the thread. */
export interface ThreadOrder<Functions extends ThreadFunctions> {
  readonly id: number;
  readonly name: keyof Functions;
  readonly values: readonly unknown[];
}

export const failureOf = (error: unknown): ThreadFailure => {
  const message = error instanceof Error ? error.message : String(error);
  const fault = databaseFault(error);
  const corrupt = isDamaged(fault);
  if (error instanceof SearchIndexFault) return { code: error.code, message, corrupt };
  if (error instanceof RangeError) return { code: 'invalid', message, corrupt };
  const isFull = fault instanceof DatabaseFault && fault.code === 'database-full';
  return { code: isFull ? 'index-full' : 'index-lost', message, corrupt };
};

/** Answers each order with what the function returns or throws; what `open` throws is the answer to the first. */
export const answerWith = <Functions extends ThreadFunctions>(
  open: () => Functions,
  post: (answer: ThreadAnswer) => void,
): ((order: ThreadOrder<Functions>) => void) => {
  let functions: Functions | null = null;
  return ({ id, name, values }) => {
    try {
      functions ??= open();
      post({ id, value: functions[name]?.(...(values as never[])) });
    } catch (error) {
      post({ id, failure: failureOf(error) });
    }
  };
};
