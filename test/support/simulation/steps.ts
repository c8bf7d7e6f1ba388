import type { Moment } from '../faults/faulty.js';
import { quiet, type Life, type VirtualTime } from '../scheduling/virtual-time.js';

export type PortName = 'events' | 'bytes' | 'documents' | 'broker';

/** One call of a port by a process of the simulation. */
export interface StepCall {
  /** From 1, over all processes and ports. */
  readonly number: number;
  readonly life: Life;
  readonly port: PortName;
  readonly method: string;
  readonly args: readonly unknown[];
  /**
   * From 1, over those calls that must do nothing when others were faster: puts, and appends to a ledger. Null for all
   * others.
   */
  readonly fence: number | null;
}

/**
 * What a call waits for: `before` it takes effect, or `after` it did, for its answer to arrive. Somebody must take one
 * step after another, and whom he never takes waits for ever.
 */
export interface Step {
  readonly call: StepCall;
  readonly moment: Moment;
  take(): Promise<void>;
  /** Lets the call fail instead, at this moment. */
  fail(error: Error): void;
}

type CallOf = Omit<StepCall, 'number' | 'fence'>;

/** All calls of all processes that are under way. */
export interface Steps {
  /** Resolves or rejects as the effect does, once both its steps were taken; never if its process dies before. */
  call<T>(about: CallOf, effect: () => Promise<T>): Promise<T>;
  /** Those that may be taken now, the oldest first. */
  ready(): readonly Step[];
  /** How many calls there have been. */
  count(): number;
  /** How many fences there have been. */
  fences(): number;
  /** Drops what waits for a life that ended; answers what the stores had not heard of yet. */
  forget(life: Life): readonly Step[];
}

/** An effect whose body comes from a process that waits for another step ends later, by itself. */
const LONGEST_TURNS = 100;

const isFence = ({ port, method, args }: CallOf): boolean =>
  (port === 'events' && method === 'append' && String(args[0]).startsWith('archivalGroup-')) ||
  (port === 'bytes' && method === 'put');

type Settlement<T> = { readonly value: T } | { readonly error: Error };

const settlementOf = <T>(effect: () => Promise<T>): Promise<Settlement<T>> =>
  effect().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error : new Error(String(error)) }),
  );

export const openSteps = (time: VirtualTime): Steps => {
  const waiting = new Set<Step>();
  let count = 0;
  let fences = 0;

  return {
    call: <T>(about: CallOf, effect: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const { life } = about;
        if (life.state === 'dead') return;
        const call: StepCall = { ...about, number: ++count, fence: isFence(about) ? ++fences : null };
        const add = (moment: Moment, act: () => Promise<void>): void => {
          const step: Step = {
            call,
            moment,
            take: () => {
              waiting.delete(step);
              return act();
            },
            fail: (error) => {
              waiting.delete(step);
              reject(error);
            },
          };
          waiting.add(step);
        };
        const answer = (outcome: Settlement<T>) => async (): Promise<void> => {
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value);
          return Promise.resolve();
        };
        add('before', async () => {
          const effected = { ended: false };
          void time
            .run(life, () => settlementOf(effect))
            .then((outcome) => {
              effected.ended = true;
              if (life.state !== 'dead') add('after', answer(outcome));
            });
          for (let turn = 0; !effected.ended && turn < LONGEST_TURNS; turn++) await quiet();
        });
      }),
    ready: () => [...waiting].filter(({ call }) => call.life.state === 'running'),
    count: () => count,
    fences: () => fences,
    forget(life) {
      const dropped = [...waiting].filter(({ call }) => call.life === life);
      for (const step of dropped) waiting.delete(step);
      time.forget(life);
      return dropped.filter(({ moment }) => moment === 'before');
    },
  };
};
