import type { Collection, Document, Filter, UpdateFilter } from 'mongodb';
import type { ViewRegister } from '../../projections/documents.js';
import { unlessLeaseLost, type Registers } from '../documents/registers.js';
import { BLANK_REGISTER, registerOf, type StoredRegister } from '../documents/stored-register.js';
import type { Ask } from './asking.js';

/** One document for each view. */
export interface StoredRegisterDocument extends StoredRegister {
  readonly _id: string;
}

type FoundRegisters = ReadonlyMap<string, StoredRegisterDocument>;

/**
 * Reads registers by name; those that are asked for in the same turn of the event loop are read by one query, since a process
 * looks at the registers of all views at the same moments.
 */
const registerReader = (
  stored: Collection<StoredRegisterDocument>,
  ask: Ask,
): ((name: string) => Promise<ViewRegister>) => {
  let asked: { readonly names: Set<string>; readonly found: Promise<FoundRegisters> } | null = null;
  const begin = (): NonNullable<typeof asked> => {
    const names = new Set<string>();
    const found = new Promise<void>((resolve) => void setImmediate(resolve)).then(async () => {
      asked = null;
      const read = await ask(() => stored.find({ _id: { $in: [...names] } }).toArray());
      return new Map(read.map((each) => [each._id, each]));
    });
    return { names, found };
  };
  return async (name) => {
    asked ??= begin();
    asked.names.add(name);
    return registerOf((await asked.found).get(name) ?? BLANK_REGISTER);
  };
};

/** Every step is one conditional update, so that of two rivals one is refused. */
export const openRegisters = (stored: Collection<StoredRegisterDocument>, ask: Ask): Registers => {
  const ensure = (name: string): Promise<unknown> =>
    ask(() => stored.updateOne({ _id: name }, { $setOnInsert: BLANK_REGISTER }, { upsert: true }));
  const step = async (
    filter: Filter<StoredRegisterDocument>,
    update: UpdateFilter<StoredRegisterDocument> | Document[],
  ): Promise<ViewRegister | null> => {
    const after = await ask(() => stored.findOneAndUpdate(filter, update, { returnDocument: 'after' }));
    return after === null ? null : registerOf(after);
  };
  const held = async (
    name: string,
    epoch: number,
    update: UpdateFilter<StoredRegisterDocument> | Document[],
    also: Filter<StoredRegisterDocument> = {},
  ): Promise<ViewRegister> => unlessLeaseLost(name, await step({ _id: name, 'pen.epoch': epoch, ...also }, update));

  return {
    register: registerReader(stored, ask),
    acquireLease: async (name, holder, seen) => {
      await ensure(name);
      const asSeen = { 'pen.epoch': seen.epoch, 'pen.holder': seen.holder };
      return step({ _id: name, ...asSeen }, { $inc: { 'pen.epoch': 1 }, $set: { 'pen.holder': holder } });
    },
    releaseLease: async (name, epoch) => {
      await held(name, epoch, { $inc: { 'pen.epoch': 1 }, $set: { 'pen.holder': null } });
    },
    beginGeneration: (name, epoch, version, end) => {
      const literal = { version: { $literal: version }, position: null, end: { $literal: end } };
      const begun = { number: '$newest', ...literal, begun: new Date().toISOString(), wishes: '$wishes' };
      return held(name, epoch, [
        { $set: { newest: { $add: ['$newest', 1] } } },
        { $set: { generations: { $concatArrays: ['$generations', [begun]] } } },
      ]);
    },
    saveCheckpoint: async (name, epoch, { number }, { position, tally }) => {
      const notBehind = { number, $or: [{ position: null }, { position: { $lte: position } }] };
      const counted = tally === undefined ? {} : { 'generations.$.tally': tally };
      const update = { $set: { 'generations.$.position': position, ...counted } };
      await held(name, epoch, update, { generations: { $elemMatch: notBehind } });
    },
    goLive: async (name, epoch, { number }) => {
      const notBack = { 'generations.number': number, $or: [{ live: null }, { live: { $lte: number } }] };
      await held(name, epoch, { $set: { live: number } }, notBack);
    },
    removeGeneration: async (name, epoch, { number }) => {
      await held(name, epoch, { $pull: { generations: { number } } }, { live: { $ne: number } });
    },
    requestRebuild: async (name) => {
      await ensure(name);
      return (await step({ _id: name }, { $inc: { wishes: 1 } }))?.rebuildRequests ?? 0;
    },
  };
};
