import { Readable } from 'node:stream';

/** One call of a port, as it is counted. */
export interface PortCall {
  /** From 1, over all calls of the proxy. */
  readonly number: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Moment = 'before' | 'after';

/**
 * What becomes of a call: `before` the port hears of it, or `after` it took effect and before the caller learns of it.
 * Throws to let the call fail; whatever it does else (wait, kill the process) happens at that moment.
 */
export type Injection = (call: PortCall, moment: Moment) => void | Promise<void>;

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* watched(items: AsyncIterable<unknown>, call: PortCall, inject: Injection): AsyncGenerator {
  await inject(call, 'before');
  yield* items;
  await inject(call, 'after');
}

/** An answer that its caller never gets must not keep a file open. */
const release = (result: unknown): void => {
  if (typeof result !== 'object' || result === null || !('stream' in result)) return;
  if (result.stream instanceof Readable) result.stream.destroy();
};

/** Methods that answer with something to iterate over. */
const ITERABLES: ReadonlySet<string> = new Set(['read', 'readAll', 'subscribe', 'list', 'listFolders']);

/** A port whose every call is counted and may be made to fail, without the port knowing. */
export const faulty = <Port extends object>(port: Port, inject: Injection): Port => {
  let number = 0;
  return new Proxy(port, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      if (typeof member !== 'function' || typeof property !== 'string') return member;
      return (...args: unknown[]): unknown => {
        const call: PortCall = { number: ++number, method: property, args };
        if (ITERABLES.has(property)) {
          const items: unknown = Reflect.apply(member, target, args);
          if (isIterable(items)) return watched(items, call, inject);
          return (async () => {
            await inject(call, 'before');
            const answer: unknown = await items;
            await inject(call, 'after');
            return answer;
          })();
        }
        return (async () => {
          await inject(call, 'before');
          const result: unknown = await Reflect.apply(member, target, args);
          try {
            await inject(call, 'after');
          } catch (error) {
            release(result);
            throw error;
          }
          return result;
        })();
      };
    },
  });
};
