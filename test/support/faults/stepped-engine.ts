import { AsyncLocalStorage } from 'node:async_hooks';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import type { Files } from '../../../infra/embedded/file-system/files.js';

type Gate = () => Promise<void>;

const gates = new AsyncLocalStorage<Gate>();

/** Runs work whose file operations wait at the gate, where the files are `steppedFiles`. */
export const behindGate = <T>(gate: Gate, work: () => Promise<T>): Promise<T> => gates.run(gate, work);

/** Ends with the specs that use gates, or every promise of this process after them would still be followed. */
export const forgetGates = (): void => gates.disable();

/** File operations of which those that move, open and remove files are steps of whoever works behind a gate. */
export const steppedFiles = (files: Files): Files => {
  const step =
    <A extends string[], R>(operation: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await gates.getStore()?.();
      return operation(...args);
    };
  return {
    ...files,
    open: step((path) => files.open(path)),
    rename: step((from, to) => files.rename(from, to)),
    unlink: step((path) => files.unlink(path)),
  };
};

/** An engine each of whose calls that answers with a promise is a step. `gateNow` tells whose. */
export const steppedEngine = (engine: ObjectEngine, gateNow: () => Gate | null): ObjectEngine =>
  new Proxy(engine, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      if (typeof member !== 'function' || ['list', 'listFolders'].includes(String(property))) return member;
      return async (...args: unknown[]): Promise<unknown> => {
        await gateNow()?.();
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
