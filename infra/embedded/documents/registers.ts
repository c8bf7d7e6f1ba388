import type { Begun, DocumentStore, Generation, Pen, Register } from '../../../projections/documents.js';
import { penLost } from '../../document-store-fault.js';
import { transact, type Database } from '../sqlite.js';

/** The part of the document store that does not concern documents. */
export type Registers = Pick<
  DocumentStore,
  'register' | 'takePen' | 'beat' | 'layPen' | 'begin' | 'reach' | 'goLive' | 'strike' | 'wish'
>;

const BLANK: Register = { pen: { epoch: 0, holder: null, beat: 0 }, live: null, generations: [], wishes: 0 };

/** The newest number ever given; kept beside the register, since the generation itself may be struck. */
interface Stored extends Register {
  readonly newest: number;
}

const isSame = (one: Pen, other: Pen): boolean =>
  one.epoch === other.epoch && one.holder === other.holder && one.beat === other.beat;

const changed = (register: Stored, { number }: Generation, change: (begun: Begun) => Begun | null): Stored | null => {
  const begun = register.generations.find((each) => each.number === number);
  const next = begun === undefined ? null : change(begun);
  if (next === null) return null;
  return { ...register, generations: register.generations.map((each) => (each === begun ? next : each)) };
};

/** One row of JSON for each view, and every step of it a transaction of its own. */
export const openRegisters = (database: Database): Registers => {
  database.exec('CREATE TABLE IF NOT EXISTS registers (name TEXT PRIMARY KEY, register TEXT NOT NULL)');
  const one = database.prepare('SELECT register FROM registers WHERE name = ?');
  const put = database.prepare('INSERT OR REPLACE INTO registers (name, register) VALUES (?, ?)');
  const read = (name: string): Stored => {
    const row = one.get(name) as unknown as { register: string } | undefined;
    return row === undefined ? { ...BLANK, newest: 0 } : (JSON.parse(row.register) as Stored);
  };
  /** Null as the next state changes nothing. */
  const step = (name: string, next: (register: Stored) => Stored | null): Promise<Stored | null> =>
    new Promise((resolve) => {
      const after = transact(database, () => {
        const register = next(read(name));
        if (register !== null) put.run(name, JSON.stringify(register));
        return register;
      });
      resolve(after);
    });
  const held = async (name: string, epoch: number, next: (register: Stored) => Stored | null): Promise<Stored> => {
    const after = await step(name, (register) => (register.pen.epoch === epoch ? next(register) : null));
    if (after === null) throw penLost(name);
    return after;
  };

  return {
    register: (name) => Promise.resolve(read(name)),
    takePen: (name, holder, seen) =>
      step(name, (register) =>
        isSame(register.pen, seen) ? { ...register, pen: { epoch: seen.epoch + 1, holder, beat: seen.beat } } : null,
      ),
    beat: (name, epoch) =>
      held(name, epoch, (register) => ({ ...register, pen: { ...register.pen, beat: register.pen.beat + 1 } })),
    layPen: async (name, epoch) => {
      await held(name, epoch, (register) => ({
        ...register,
        pen: { ...register.pen, epoch: epoch + 1, holder: null },
      }));
    },
    begin: (name, epoch, version) =>
      held(name, epoch, (register) => {
        const number = register.newest + 1;
        const begun: Begun = { number, version, position: null, wishes: register.wishes };
        return { ...register, newest: number, generations: [...register.generations, begun] };
      }),
    reach: async (name, epoch, generation, reached) => {
      await held(name, epoch, (register) =>
        changed(register, generation, (begun) =>
          begun.position !== null && begun.position > reached.position ? null : { ...begun, ...reached },
        ),
      );
    },
    goLive: async (name, epoch, { number }) => {
      await held(name, epoch, (register) => {
        const known = register.generations.some((each) => each.number === number);
        return known && number >= (register.live ?? 0) ? { ...register, live: number } : null;
      });
    },
    strike: async (name, epoch, { number }) => {
      await held(name, epoch, (register) =>
        register.live === number
          ? null
          : { ...register, generations: register.generations.filter((each) => each.number !== number) },
      );
    },
    wish: async (name) => (await step(name, (register) => ({ ...register, wishes: register.wishes + 1 })))?.wishes ?? 0,
  };
};
