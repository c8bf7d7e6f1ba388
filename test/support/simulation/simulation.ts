import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { NamedLog } from '../../../infra/log/logger.js';
import { openDurableBroker } from './durable-broker.js';
import { startIncarnation } from './incarnation.js';
import { interposed, openNews } from './interposed.js';
import { openSteps, type Step, type Steps } from './steps.js';
import { openVirtualTime, quiet, type Life, type VirtualTime } from '../scheduling/virtual-time.js';
import { dependenciesIn, openWorld, type Past, type World } from './world.js';

/** What a client asks of whichever process is there; called again by the next one when it was not answered. */
export type Client = (dependencies: Dependencies) => Promise<void>;

export interface SimulationOptions {
  readonly seed: number;
  /** How many processes run at once; each that dies is followed by another one in its place. */
  readonly processes: number;
  readonly past?: Past;
  readonly keepsConditions?: boolean;
  /** Asks of the first process. */
  readonly client: Client;
  /** Whether the client has what it wants. */
  readonly isServed: () => boolean;
}

/** Processes of the platform over stores that outlive them, one step at a time. */
export interface Simulation {
  readonly world: World;
  readonly time: VirtualTime;
  readonly steps: Steps;
  /** Those that run now, one per place. */
  readonly lives: readonly Life[];
  /** What happened, a line each. */
  readonly story: string[];
  readonly isServed: () => boolean;
  /** The process, or visitor, is gone, and never heard again. Another process begins in the place of one. Answers what was under way. */
  kill(life: Life): readonly Step[];
  /** Somebody outside of all processes comes to the stores, whose calls are steps as those of a process are. */
  visit(name: string, visit: (dependencies: Dependencies) => Promise<void>): void;
  /** Until nothing is left but to wait for a step or a timer; what is due at the broker is handed out. */
  calm(): Promise<void>;
  end(): Promise<void>;
}

/** A lease that is not renewed for so long may be taken over. */
export const TAKEOVER_MS = 60_000;

const storyOf = (story: string[], time: VirtualTime, life: Life): NamedLog => {
  const say = (message: string, fields: object = {}): void =>
    void story.push(`${Math.round(time.now())} ${life.name}: ${message} ${JSON.stringify(fields)}`);
  return { debug: () => undefined, info: () => undefined, warn: say, error: say };
};

/** Begins a simulation; while it is open, no other may be. */
export const openSimulation = async (options: SimulationOptions): Promise<Simulation> => {
  const { seed, processes, past, keepsConditions, client, isServed } = options;
  const time = openVirtualTime(seed);
  const steps = openSteps(time);
  const news = openNews();
  const broker = openDurableBroker(steps);
  const world = await openWorld(() => time.date(), past, keepsConditions);
  const lives: Life[] = [];
  const story: string[] = [];
  let begun = 0;

  const begin = (place: number): void => {
    const life: Life = { name: `${place}.${++begun}`, state: 'running' };
    lives[place] = life;
    const main = async (): Promise<void> => {
      await steps.call({ life, port: 'broker', method: 'connect', args: [] }, () => Promise.resolve());
      const dependencies = await startIncarnation({
        ports: interposed(world, steps, life, news),
        broker: broker.seenBy(life),
        holder: life.name,
        takeoverMs: processes === 1 ? 0 : TAKEOVER_MS,
        now: () => time.date(),
        log: storyOf(story, time, life),
      });
      if (place === 0) await client(dependencies);
    };
    time.run(life, main).catch((error: unknown) => {
      story.push(`${life.name} ended: ${String(error)}`);
      if (life.state !== 'dead') kill(life);
    });
  };
  const kill = (life: Life): readonly Step[] => {
    life.state = 'dead';
    const dropped = steps.forget(life);
    if (lives.includes(life)) begin(lives.indexOf(life));
    return dropped;
  };
  for (let place = 0; place < processes; place++) begin(place);

  return {
    world,
    time,
    steps,
    lives,
    story,
    isServed,
    kill,
    visit(name, visitor) {
      const life: Life = { name, state: 'running' };
      const ports = interposed(world, steps, life, news);
      const visiting = time.run(life, () => visitor(dependenciesIn(ports, () => time.date())));
      visiting.catch((error: unknown) => void story.push(`${name} ended: ${String(error)}`));
    },
    async calm() {
      await quiet();
      broker.pump();
    },
    async end() {
      for (const life of lives) life.state = 'dead';
      time.end();
      await world.close();
    },
  };
};
