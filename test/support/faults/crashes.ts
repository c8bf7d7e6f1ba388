import type { EventStore } from '../../../events/store.js';
import type { Moment } from './faulty.js';
import { faulty } from './faulty.js';

export class Crash extends Error {
  override name = 'Crash';
}

export interface CrashPoint {
  /** Which append, from 1. */
  readonly append: number;
  readonly moment: Moment;
}

/** An event store as a process sees it that dies at its n-th append: from then on no call of it does anything. */
export const dyingAt = (events: EventStore, { append, moment }: CrashPoint): EventStore => {
  let appends = 0;
  let dead = false;
  return faulty(events, ({ method }, when) => {
    if (when === 'before' && method === 'append') appends += 1;
    if (method === 'append' && appends === append && when === moment) dead = true;
    if (dead) throw new Crash(`died ${moment} append ${append} took effect`);
  });
};

/** Every point at which a scenario that makes so many appends can die. */
export const crashPoints = (appends: number): CrashPoint[] =>
  Array.from({ length: appends }, (_, index) => index + 1).flatMap((append) =>
    (['before', 'after'] as const).map((moment) => ({ append, moment })),
  );

/** Counts the appends of a store. */
export const countingAppends = (
  events: EventStore,
): { readonly events: EventStore; readonly appends: () => number } => {
  let appends = 0;
  const counted = faulty(events, ({ method }, when) => {
    if (method === 'append' && when === 'before') appends += 1;
  });
  return { events: counted, appends: () => appends };
};
