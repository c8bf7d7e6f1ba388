import { useSyncExternalStore } from 'react';
import { ApiFault } from '../../../../api/api-fault.js';
import { isSignedOut } from '../../../api/queries.js';
import type { Action, Target } from './target.js';
import { listeners } from '../../../api/listeners.js';

/** A deposit that something was not done with, and what the platform said of it. */
export interface Refused {
  readonly target: Target;
  readonly error: unknown;
}

/** One action done with many deposits, one after another. It goes on while other pages of the console are shown. */
export interface Run {
  readonly action: Action;
  /** The filters of the listing that they were selected in. */
  readonly of: string;
  readonly total: number;
  /** With how many it is done. */
  readonly done: number;
  /** The deposit that it is being done with; null once it is over. */
  readonly now: string | null;
  /** Those that it was not done with, and why. */
  readonly refused: ReadonlyMap<string, Refused>;
  /** Those that it was not tried with, since it was stopped. */
  readonly left: readonly Target[];
  /** Why it went no further by itself; null where it did, or somebody stopped it. */
  readonly fault: unknown;
}

let run: Run | null = null;
let stopping = new AbortController();
const changes = listeners();
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

const show = (next: Run | null): void => {
  run = next;
  changes.tell();
};

export const isUnderWay = (each: Run | null): boolean => each !== null && each.now !== null;

/** Those that a run was not done with. */
export const stayedOf = ({ refused, left }: Run): readonly Target[] => [
  ...[...refused.values()].map(({ target }) => target),
  ...left,
];

/** Whether a fault is none of the deposit's: nothing was answered, or nobody is signed in. */
const isGeneral = (error: unknown): boolean =>
  isSignedOut(error) || !(error instanceof ApiFault) || error.transient || error.status === 0;

/** Begins a run, which tells once it is over; while one is under way there is no other. */
export const beginRun = async (
  { action, of }: Pick<Run, 'action' | 'of'>,
  targets: readonly Target[],
  act: (id: string) => Promise<void>,
): Promise<Run> => {
  stopping = new AbortController();
  const { signal } = stopping;
  addEventListener('beforeunload', warn);
  const refused = new Map<string, Refused>();
  const same = { action, of, total: targets.length };
  let [done, tried]: [number, number] = [0, 0];
  let fault: unknown = null;
  for (const target of targets) {
    if (signal.aborted) break;
    show({ ...same, done, now: target.id, refused: new Map(refused), left: [], fault: null });
    try {
      await act(target.id);
      done++;
    } catch (error) {
      if (isGeneral(error)) {
        fault = error;
        break;
      }
      refused.set(target.id, { target, error });
    }
    tried++;
  }
  removeEventListener('beforeunload', warn);
  const over: Run = { ...same, done, now: null, refused, left: targets.slice(tried), fault };
  show(refused.size === 0 && over.left.length === 0 ? null : over);
  return over;
};

/** Ends a run after the deposit that it is at. */
export const stopRun = (): void => stopping.abort();

/** Forgets a run that is over. */
export const forgetRun = (): void => show(null);

/** The run that is under way, or the last one if not all of it was done. */
export const useRun = (): Run | null => useSyncExternalStore(changes.subscribe, () => run);
