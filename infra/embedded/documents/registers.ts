import { unlessLeaseLost, type Registers } from '../../documents/registers.js';
import { BLANK_REGISTER, registerOf, type StoredRegister } from '../../documents/stored-register.js';
import { transact, type Database } from '../sqlite.js';
import { answer } from './answer.js';
import {
  acquire,
  begin,
  checkpointAt,
  goLive,
  inEpoch,
  release,
  remove,
  requestRebuild,
  type RegisterStep,
} from './register-steps.js';

/** One row of JSON for each view, and every step of it a transaction of its own. */
export const openRegisters = (database: Database): Registers => {
  database.exec('CREATE TABLE IF NOT EXISTS registers (name TEXT PRIMARY KEY, register TEXT NOT NULL)');
  const one = database.prepare('SELECT register FROM registers WHERE name = ?');
  const put = database.prepare('INSERT OR REPLACE INTO registers (name, register) VALUES (?, ?)');
  const read = (name: string): StoredRegister => {
    const row = one.get(name) as unknown as { register: string } | undefined;
    return row === undefined ? BLANK_REGISTER : (JSON.parse(row.register) as StoredRegister);
  };
  const make = (name: string, step: RegisterStep): Promise<StoredRegister | null> =>
    answer(() =>
      transact(database, () => {
        const register = step(read(name));
        if (register !== null) put.run(name, JSON.stringify(register));
        return register;
      }),
    );
  const makeHeld = async (name: string, epoch: number, step: RegisterStep): Promise<StoredRegister> =>
    unlessLeaseLost(name, await make(name, inEpoch(epoch, step)));

  return {
    register: (name) => answer(() => registerOf(read(name))),
    acquireLease: async (name, holder, seen) => {
      const after = await make(name, acquire(holder, seen));
      return after === null ? null : registerOf(after);
    },
    releaseLease: async (name, epoch) => {
      await makeHeld(name, epoch, release);
    },
    beginGeneration: async (name, epoch, version, end) =>
      registerOf(await makeHeld(name, epoch, begin(version, end, new Date().toISOString()))),
    saveCheckpoint: async (name, epoch, generation, checkpoint) => {
      await makeHeld(name, epoch, checkpointAt(generation, checkpoint));
    },
    goLive: async (name, epoch, generation) => {
      await makeHeld(name, epoch, goLive(generation));
    },
    removeGeneration: async (name, epoch, generation) => {
      await makeHeld(name, epoch, remove(generation));
    },
    requestRebuild: async (name) => (await make(name, requestRebuild))?.wishes ?? 0,
  };
};
