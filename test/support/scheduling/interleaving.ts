import type { EventStore } from '../../../events/store.js';
import { Crash } from '../faults/crashes.js';
import { DEPTH } from '../random/depth.js';
import { randomNumbers } from '../random/random-numbers.js';
import { SEED } from '../random/seed.js';

/** Picks one of `count` ways to go on. */
export type Choose = (count: number) => number;

/** One process of a scenario: everything it does goes through the store that it is given. */
export type Process = (events: EventStore) => Promise<unknown>;

async function* inOneStep<T>(gate: () => Promise<void>, items: () => AsyncIterable<T>): AsyncGenerator<T> {
  await gate();
  const all: T[] = [];
  for await (const item of items()) all.push(item);
  yield* all;
}

/** A store whose every read and append is one step, taken when the gate opens. */
const stepped = (events: EventStore, gate: () => Promise<void>): EventStore => ({
  append: async (...args) => {
    await gate();
    return events.append(...args);
  },
  read: (...args) => inOneStep(gate, () => events.read(...args)),
  readAll: (...args) => inOneStep(gate, () => events.readAll(...args)),
  subscribe: (...args) => events.subscribe(...args),
  head: () => events.head(),
  newestAt: () => events.newestAt(),
});

interface WaitingStep {
  readonly go: () => void;
  readonly die: () => void;
}

/** Work in steps: it waits at the gate before each of them, and at nothing that another one holds. */
export type SteppedWork = (gate: () => Promise<void>) => Promise<unknown>;

interface Schedule {
  readonly choose: Choose;
  readonly kills?: number;
}

/**
 * Runs works one step at a time: when all of them wait for their next step, a choice says who takes it, or, while
 * `kills` are left, who dies. The same choices lead to the same schedule, however long anyone sleeps.
 */
export const interleaveSteps = async (
  works: readonly SteppedWork[],
  { choose, kills = 0 }: Schedule,
): Promise<void> => {
  const waiting = new Map<number, WaitingStep>();
  let live = works.length;
  let left = kills;
  const next = (): void => {
    if (live === 0 || waiting.size < live) return;
    const choice = choose(live * (left > 0 ? 2 : 1));
    const [index = -1] = [...waiting.keys()].sort((a, b) => a - b).slice(choice % live);
    const chosen = waiting.get(index);
    waiting.delete(index);
    if (choice < live) {
      chosen?.go();
    } else {
      left -= 1;
      chosen?.die();
    }
  };
  const run = async (work: SteppedWork, index: number): Promise<void> => {
    let dead = false;
    const gate = (): Promise<void> =>
      new Promise((go, reject) => {
        const die = () => {
          dead = true;
          reject(new Crash('killed'));
        };
        if (dead) die();
        else waiting.set(index, { go, die });
        next();
      });
    try {
      await work(gate);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      live -= 1;
      next();
    }
  };
  await Promise.all(works.map(run));
};

/** Runs processes over one store as `interleaveSteps` does; every read and append of it is a step. */
export const interleave = (events: EventStore, processes: readonly Process[], schedule: Schedule): Promise<void> =>
  interleaveSteps(
    processes.map((process) => (gate) => process(stepped(events, gate))),
    schedule,
  );

/** Chooses by chance. */
export const atRandom = (seed: number): Choose => {
  const random = randomNumbers(seed);
  return (count) => Math.floor(random() * count);
};

/** Runs a scenario under every schedule there is, and answers how many; throws when there are more than `limit`. */
export const everySchedule = async (scenario: (choose: Choose) => Promise<void>, limit: number): Promise<number> => {
  const path: { choice: number; count: number }[] = [];
  for (let runs = 1; ; runs++) {
    let depth = 0;
    await scenario((count) => {
      const step = (path[depth] ??= { choice: 0, count });
      if (step.count !== count) throw new Error('the scenario does not repeat itself');
      depth += 1;
      return step.choice;
    });
    path.length = depth;
    while ((path.at(-1)?.choice ?? 0) + 1 >= (path.at(-1)?.count ?? Infinity)) path.pop();
    const last = path.at(-1);
    if (last === undefined) return runs;
    last.choice += 1;
    if (runs >= limit) throw new Error(`there are more than ${limit} schedules`);
  }
};

/** How many schedules are run below the whole depth. */
const SAMPLED = 30;

/** As `everySchedule`; below the whole depth, runs the scenario under some random schedules. */
export const schedulesAtDepth: typeof everySchedule = async (scenario, limit) => {
  if (DEPTH >= 1) return everySchedule(scenario, limit);
  for (let run = 0; run < SAMPLED; run++) await scenario(atRandom(SEED + run));
  return SAMPLED;
};
