import { closedFault } from './faults.js';

/** Calls that fail with `store-closed` once the store is closed. */
export interface WhileOpen {
  readonly checkOpen: () => void;
  readonly asked: <Answer>(ask: () => Promise<Answer>) => () => Promise<Answer>;
  /** Also ends what is being iterated. */
  readonly iterable: <Item>(begin: () => AsyncGenerator<Item, void>) => AsyncIterable<Item>;
}

/** The calls of a store that is open until the signal aborts. */
export const whileOpen = (closed: AbortSignal): WhileOpen => {
  const checkOpen = (): void => {
    if (closed.aborted) throw closedFault();
  };
  const items = async function* <Item>(of: AsyncIterable<Item>): AsyncGenerator<Item, void> {
    checkOpen();
    try {
      for await (const item of of) {
        checkOpen();
        yield item;
      }
    } catch (error) {
      // Calls that closing interrupted fail in many ways.
      checkOpen();
      throw error;
    }
    checkOpen();
  };
  return {
    checkOpen,
    asked: (ask) => async () => {
      checkOpen();
      return ask();
    },
    iterable: (begin) => ({ [Symbol.asyncIterator]: () => items(begin()) }),
  };
};
