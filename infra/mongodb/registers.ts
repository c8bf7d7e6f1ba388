import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import type { DocumentStore, Register } from '../../projections/documents.js';
import { penLost } from '../document-store-fault.js';
import type { Ask } from './asking.js';

/** One document for each view. `newest` is the last number given, since a generation itself may be struck. */
export interface StoredRegister extends Register {
  readonly _id: string;
  readonly newest: number;
}

type Registers = Pick<
  DocumentStore,
  'register' | 'takePen' | 'beat' | 'layPen' | 'begin' | 'reach' | 'goLive' | 'strike' | 'wish'
>;

const blank = (): Omit<StoredRegister, '_id'> => ({
  pen: { epoch: 0, holder: null, beat: 0 },
  live: null,
  generations: [],
  wishes: 0,
  newest: 0,
});

const registerOf = ({ pen, live, generations, wishes }: Register): Register => ({ pen, live, generations, wishes });

/** Every step is one conditional update, so that of two rivals one is refused. */
export const openRegisters = (stored: Collection<StoredRegister>, ask: Ask): Registers => {
  const ensure = (name: string): Promise<unknown> =>
    ask(() => stored.updateOne({ _id: name }, { $setOnInsert: blank() }, { upsert: true }));
  const step = async (
    filter: Filter<StoredRegister>,
    update: UpdateFilter<StoredRegister> | Document[],
  ): Promise<Register | null> => {
    const after = await ask(() => stored.findOneAndUpdate(filter, update, { returnDocument: 'after' }));
    return after === null ? null : registerOf(after);
  };
  const held = async (
    name: string,
    epoch: number,
    update: UpdateFilter<StoredRegister> | Document[],
    also: Filter<StoredRegister> = {},
  ): Promise<Register> => {
    const after = await step({ _id: name, 'pen.epoch': epoch, ...also }, update);
    if (after === null) throw penLost(name);
    return after;
  };

  return {
    register: async (name) => registerOf((await ask(() => stored.findOne({ _id: name }))) ?? blank()),
    takePen: async (name, holder, seen) => {
      await ensure(name);
      const asSeen = { 'pen.epoch': seen.epoch, 'pen.holder': seen.holder, 'pen.beat': seen.beat };
      return step({ _id: name, ...asSeen }, { $inc: { 'pen.epoch': 1 }, $set: { 'pen.holder': holder } });
    },
    beat: (name, epoch) => held(name, epoch, { $inc: { 'pen.beat': 1 } }),
    layPen: async (name, epoch) => {
      await held(name, epoch, { $inc: { 'pen.epoch': 1 }, $set: { 'pen.holder': null } });
    },
    begin: (name, epoch, version) => {
      const begun = { number: '$newest', version: { $literal: version }, position: null, wishes: '$wishes' };
      return held(name, epoch, [
        { $set: { newest: { $add: ['$newest', 1] } } },
        { $set: { generations: { $concatArrays: ['$generations', [begun]] } } },
      ]);
    },
    reach: async (name, epoch, { number }, { position, tally }) => {
      const notBehind = { number, $or: [{ position: null }, { position: { $lte: position } }] };
      const counted = tally === undefined ? {} : { 'generations.$.tally': tally };
      const update = { $set: { 'generations.$.position': position, ...counted } };
      await held(name, epoch, update, { generations: { $elemMatch: notBehind } });
    },
    goLive: async (name, epoch, { number }) => {
      const notBack = { 'generations.number': number, $or: [{ live: null }, { live: { $lte: number } }] };
      await held(name, epoch, { $set: { live: number } }, notBack);
    },
    strike: async (name, epoch, { number }) => {
      await held(name, epoch, { $pull: { generations: { number } } }, { live: { $ne: number } });
    },
    wish: async (name) => {
      await ensure(name);
      return (await step({ _id: name }, { $inc: { wishes: 1 } }))?.wishes ?? 0;
    },
  };
};
