import { pause } from '../flow/pause.js';
import type { DocumentStore, Pen, Register } from './documents.js';
import { scattered, sleeper } from './sleeper.js';

/** How a keeper comes to the pen of a view, and how it loses it. Durations in milliseconds of its own clock. */
export interface PenRules {
  /** Names this keeper among all others, living and dead. */
  readonly holder: string;
  /** Whether another holder is a process that is certain to have ended; of none where this is absent. */
  readonly hasEnded?: (holder: string) => boolean;
  /** How long a holder must have shown no sign of life; 0 where every other holder is known to be dead. */
  readonly takeoverAfterMs: number;
  readonly renewEveryMs: number;
  /** A keeper that could not show life for so long stops by itself; less than `takeoverAfterMs`. */
  readonly giveUpAfterMs: number;
  /** How often a keeper without the pen looks whether it is free. */
  readonly lookEveryMs: number;
}

export const PEN_RULES: Omit<PenRules, 'holder' | 'hasEnded'> = {
  takeoverAfterMs: 10_000,
  renewEveryMs: 2_000,
  giveUpAfterMs: 7_000,
  lookEveryMs: 2_000,
};

interface Desired {
  readonly name: string;
  readonly documents: DocumentStore;
  readonly rules: PenRules;
  readonly onFault: (fault: unknown) => void;
}

/** Says of a pen whether its holder has been silent for long enough, from what it saw before. */
export const silence = (afterMs: number, now: () => number = () => performance.now()): ((pen: Pen) => boolean) => {
  let last: { readonly epoch: number; readonly beat: number; readonly since: number } | null = null;
  return ({ epoch, beat }) => {
    if (last?.epoch !== epoch || last.beat !== beat) last = { epoch, beat, since: now() };
    return now() - last.since >= afterMs;
  };
};

/** Stands by until the pen is this keeper's; null when the signal aborted before. */
export const awaitPen = async (
  { name, documents, rules, onFault }: Desired,
  onLook: (register: Register) => Promise<void>,
  signal: AbortSignal,
): Promise<Register | null> => {
  const isSilent = silence(rules.takeoverAfterMs);
  const ended = (): boolean => signal.aborted;
  while (!ended()) {
    try {
      const register = await documents.register(name);
      await onLook(register);
      const { pen } = register;
      const { holder } = pen;
      const hasEnded = holder === null || holder === rules.holder || rules.hasEnded?.(holder) === true;
      const free = hasEnded || isSilent(pen);
      const taken = free && !ended() ? await documents.takePen(name, rules.holder, pen) : null;
      if (taken !== null) return taken;
    } catch (fault) {
      onFault(fault);
    }
    await pause(scattered(rules.lookEveryMs), signal);
  }
  return null;
};

/** A pen in hand. */
export interface HeldPen {
  readonly epoch: number;
  /** Aborts when another keeper has it, or might have it. */
  readonly lost: AbortSignal;
  /** Shows life at once and looks at the register. */
  readonly lookNow: () => void;
  /** To be called by whoever was refused for it. */
  readonly lose: () => void;
  /** Shows no life any more, and lays the pen down if it was not lost. */
  readonly release: () => Promise<void>;
}

export const isPenLost = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'pen-lost';

/** Shows life while the pen is held; each time it hears what the register says. */
export const holdPen = (
  { name, documents, rules, onFault }: Desired,
  epoch: number,
  onLook: (register: Register) => void,
): HeldPen => {
  const lost = new AbortController();
  const released = new AbortController();
  const over = AbortSignal.any([lost.signal, released.signal]);
  const ended = (): boolean => over.aborted;
  const naps = sleeper();
  over.addEventListener('abort', naps.wake);
  const giveUpIn = (ms: number): NodeJS.Timeout => setTimeout(() => lost.abort(), ms);
  let givingUp = giveUpIn(rules.giveUpAfterMs);

  const beat = async (): Promise<void> => {
    const asked = performance.now();
    try {
      const register = await documents.beat(name, epoch);
      clearTimeout(givingUp);
      if (ended()) return;
      givingUp = giveUpIn(rules.giveUpAfterMs - (performance.now() - asked));
      onLook(register);
    } catch (fault) {
      if (isPenLost(fault)) lost.abort();
      else onFault(fault);
    }
  };
  const keepBeating = async (): Promise<void> => {
    while (!ended()) {
      await naps.sleep(rules.renewEveryMs);
      if (!ended()) await beat();
    }
  };
  const beating = keepBeating();
  return {
    epoch,
    lost: lost.signal,
    lookNow: naps.wake,
    lose: () => lost.abort(),
    release: async () => {
      released.abort();
      await beating;
      clearTimeout(givingUp);
      if (!lost.signal.aborted) await documents.layPen(name, epoch).catch(onFault);
    },
  };
};
