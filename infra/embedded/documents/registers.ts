import type { Generation } from '../../../projections/documents.js';
import type { LeaseRecord } from '../../../flow/lease/lease-store.js';
import { unlessLeaseLost, type Registers } from '../../documents/registers.js';
import {
  BLANK_REGISTER,
  registerOf,
  type StoredGeneration,
  type StoredLease,
  type StoredRegister,
} from '../../documents/stored-register.js';
import { transact, type Database } from '../sqlite.js';

const isSame = ({ epoch, holder, beat }: StoredLease, seen: LeaseRecord): boolean =>
  epoch === seen.epoch && holder === seen.holder && beat === seen.heartbeat;

const changed = (
  register: StoredRegister,
  { number }: Generation,
  change: (generation: StoredGeneration) => StoredGeneration | null,
): StoredRegister | null => {
  const generation = register.generations.find((each) => each.number === number);
  const next = generation === undefined ? null : change(generation);
  if (next === null) return null;
  return { ...register, generations: register.generations.map((each) => (each === generation ? next : each)) };
};

/** One row of JSON for each view, and every step of it a transaction of its own. */
export const openRegisters = (database: Database): Registers => {
  database.exec('CREATE TABLE IF NOT EXISTS registers (name TEXT PRIMARY KEY, register TEXT NOT NULL)');
  const one = database.prepare('SELECT register FROM registers WHERE name = ?');
  const put = database.prepare('INSERT OR REPLACE INTO registers (name, register) VALUES (?, ?)');
  const read = (name: string): StoredRegister => {
    const row = one.get(name) as unknown as { register: string } | undefined;
    return row === undefined ? BLANK_REGISTER : (JSON.parse(row.register) as StoredRegister);
  };
  /** Null as the next state changes nothing. */
  const step = (
    name: string,
    next: (register: StoredRegister) => StoredRegister | null,
  ): Promise<StoredRegister | null> =>
    new Promise((resolve) => {
      const after = transact(database, () => {
        const register = next(read(name));
        if (register !== null) put.run(name, JSON.stringify(register));
        return register;
      });
      resolve(after);
    });
  const held = async (
    name: string,
    epoch: number,
    next: (register: StoredRegister) => StoredRegister | null,
  ): Promise<StoredRegister> =>
    unlessLeaseLost(name, await step(name, (register) => (register.pen.epoch === epoch ? next(register) : null)));

  return {
    register: (name) => Promise.resolve(registerOf(read(name))),
    acquireLease: async (name, holder, seen) => {
      const after = await step(name, (register) =>
        isSame(register.pen, seen) ? { ...register, pen: { ...register.pen, epoch: seen.epoch + 1, holder } } : null,
      );
      return after === null ? null : registerOf(after);
    },
    renewLease: async (name, epoch) =>
      registerOf(
        await held(name, epoch, (register) => ({ ...register, pen: { ...register.pen, beat: register.pen.beat + 1 } })),
      ),
    releaseLease: async (name, epoch) => {
      await held(name, epoch, (register) => ({
        ...register,
        pen: { ...register.pen, epoch: epoch + 1, holder: null },
      }));
    },
    beginGeneration: async (name, epoch, version) =>
      registerOf(
        await held(name, epoch, (register) => {
          const number = register.newest + 1;
          const generation: StoredGeneration = { number, version, position: null, wishes: register.wishes };
          return { ...register, newest: number, generations: [...register.generations, generation] };
        }),
      ),
    saveCheckpoint: async (name, epoch, generation, checkpoint) => {
      await held(name, epoch, (register) =>
        changed(register, generation, (stored) =>
          stored.position !== null && stored.position > checkpoint.position ? null : { ...stored, ...checkpoint },
        ),
      );
    },
    goLive: async (name, epoch, { number }) => {
      await held(name, epoch, (register) => {
        const known = register.generations.some((each) => each.number === number);
        return known && number >= (register.live ?? 0) ? { ...register, live: number } : null;
      });
    },
    removeGeneration: async (name, epoch, { number }) => {
      await held(name, epoch, (register) =>
        register.live === number
          ? null
          : { ...register, generations: register.generations.filter((each) => each.number !== number) },
      );
    },
    requestRebuild: async (name) =>
      (await step(name, (register) => ({ ...register, wishes: register.wishes + 1 })))?.wishes ?? 0,
  };
};
