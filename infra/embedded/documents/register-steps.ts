import type { Position } from '../../../events/envelope.js';
import type { LeaseRecord } from '../../../flow/lease/lease-store.js';
import type { Generation, GenerationCheckpoint } from '../../../projections/documents.js';
import type { StoredGeneration, StoredLease, StoredRegister } from '../../documents/stored-register.js';

/** What a register becomes by one step; null where the step is refused, and nothing changes. */
export type RegisterStep = (register: StoredRegister) => StoredRegister | null;

/** A step that the holder of the lease in this epoch makes. */
export const inEpoch =
  (epoch: number, step: RegisterStep): RegisterStep =>
  (register) =>
    register.pen.epoch === epoch ? step(register) : null;

/** Acquires the lease in a new epoch where it is still as it was seen. */
export const acquire =
  (holder: string, seen: LeaseRecord): RegisterStep =>
  (register) =>
    isSame(register.pen, seen) ? { ...register, pen: { ...register.pen, epoch: seen.epoch + 1, holder } } : null;

const isSame = ({ epoch, holder }: StoredLease, seen: LeaseRecord): boolean =>
  epoch === seen.epoch && holder === seen.holder;

export const release: RegisterStep = (register) => ({
  ...register,
  pen: { ...register.pen, epoch: register.pen.epoch + 1, holder: null },
});

/** Adds a generation with the next number. */
export const begin =
  (version: number, end: Position | null, begun: string): RegisterStep =>
  (register) => {
    const number = register.newest + 1;
    const generation: StoredGeneration = { number, version, position: null, end, begun, wishes: register.wishes };
    return { ...register, newest: number, generations: [...register.generations, generation] };
  };

/** Refused where a later checkpoint stands, or the generation is gone. */
export const checkpointAt =
  ({ number }: Generation, checkpoint: GenerationCheckpoint): RegisterStep =>
  (register) => {
    const before = register.generations.find((each) => each.number === number);
    if (before === undefined || (before.position ?? checkpoint.position) > checkpoint.position) return null;
    const after = { ...before, ...checkpoint };
    return { ...register, generations: register.generations.map((each) => (each === before ? after : each)) };
  };

/** Refused for a generation that is unknown, or was left. */
export const goLive =
  ({ number }: Generation): RegisterStep =>
  (register) => {
    const known = register.generations.some((each) => each.number === number);
    return known && number >= (register.live ?? 0) ? { ...register, live: number } : null;
  };

/** Refused for the generation that is live. */
export const remove =
  ({ number }: Generation): RegisterStep =>
  (register) =>
    register.live === number
      ? null
      : { ...register, generations: register.generations.filter((each) => each.number !== number) };

export const requestRebuild: RegisterStep = (register) => ({ ...register, wishes: register.wishes + 1 });
