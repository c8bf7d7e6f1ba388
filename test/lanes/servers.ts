import { cacheFolder } from '../servers/cache-folder.js';
import { services } from '../servers/catalogue.js';
import { runServices } from '../servers/run-services.js';
import { runs } from '../servers/start.js';
import { readState } from '../servers/state.js';
import { hasSpecs, type Lane } from './lane.js';
import type { Environment } from './surroundings.js';

/** The servers that lanes need, as far as it is for us to start and stop them. */
export interface Servers {
  /** Starts those that do not run; false where one cannot be had, which has been told by name. */
  start(names: readonly string[]): Promise<boolean>;
  /** Stops what a run that was killed has left. */
  stopLeftovers(): Promise<void>;
  /** Stops those that were started here. */
  stop(): Promise<void>;
}

/** What these lanes want, each once. */
export const serversOf = (lanes: readonly Lane[]): readonly string[] => [
  ...new Set(lanes.flatMap((lane) => (hasSpecs(lane) ? lane.work.servers : []))),
];

/** Those that run, whoever started them. */
const running = (environment: Environment): readonly string[] => {
  const state = readState(cacheFolder(environment));
  return services.map(({ name }) => name).filter((name) => runs(state[name]));
};

/** Real servers, which outlive whoever started them; a server that the environment names is not ours. */
export const realServers = (environment: Environment, say: (line: string) => void): Servers => {
  const surroundings = { environment, output: say, say };
  const begun = new Set<string>();
  return {
    async start(names) {
      const foreign = services.filter(({ variable }) => (environment[variable] ?? '') !== '').map(({ name }) => name);
      const before = running(environment);
      const wanted = names.filter((name) => !foreign.includes(name) && !before.includes(name));
      if (wanted.length === 0) return true;
      const code = await runServices(['start', ...wanted], surroundings);
      for (const name of running(environment)) if (!before.includes(name)) begun.add(name);
      return code === 0;
    },
    async stopLeftovers() {
      const left = running(environment);
      if (left.length > 0) await runServices(['stop', ...left], surroundings);
    },
    async stop() {
      if (begun.size > 0) await runServices(['stop', ...begun], surroundings);
      begun.clear();
    },
  };
};
