import { SETTINGS, type SwitchedGlobal } from './settings.js';

/** Loaded by Node (`--import`) before a program that runs switched sources: takes one sync out, if one is named. */
const takenOut = process.env[SETTINGS.takenOut] ?? '';
const reachedSyncs = new Set<number>();
Object.assign(globalThis, {
  reachedSyncs,
  isTakenOut(sync) {
    reachedSyncs.add(sync);
    return String(sync) === takenOut;
  },
} satisfies SwitchedGlobal);
