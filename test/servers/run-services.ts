import { parseArgs } from 'node:util';
import { cacheFolder } from './cache-folder.js';
import { servicesNamed } from './catalogue.js';
import { exportLines, serviceEnvironment } from './environment.js';
import { portRange } from './free-ports.js';
import { installAll } from './install.js';
import { alone } from './lock.js';
import { reasonOf } from './service-fault.js';
import type { Service } from './service.js';
import { placeOf, startService, stopService } from './start.js';
import { readState } from './state.js';
import { statusTable } from './status.js';

const USAGE = `npm run services -- start|stop|status|install|env [--keep] [name ...]

  install  installs the servers that are named, or all, into the cache folder; skips what is there
  start    installs, starts what does not run, and waits until it serves
  stop     stops them and removes their data; --keep leaves the data for the next start
  status   says what runs, and where
  env      prints the variables that the suites read, for: eval "$(npm run -s services -- env)"

MUNIMENT_SERVICES_CACHE names the cache folder, MUNIMENT_SERVICES_PORTS the ports that may be taken (21000-29999).
`;

/** What the command has around it. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For what was asked for. */
  readonly output: (text: string) => void;
  /** For whoever waits. */
  readonly say: (line: string) => void;
}

interface Request extends Surroundings {
  readonly cache: string;
  readonly chosen: readonly Service[];
  readonly keep: boolean;
}

/** Installs; gives the services that can be started, and tells of those that cannot be had. */
const install = async ({ cache, chosen, say }: Request): Promise<readonly Service[]> => {
  const programs = [...new Set(chosen.map(({ program }) => program))];
  const lacking = new Set<string>();
  await installAll(cache, programs, ({ name, version }, outcome) => {
    if ('error' in outcome) {
      lacking.add(name);
      say(`${name} ${version} cannot be had: ${reasonOf(outcome.error)}`);
    } else say(`${name} ${version} ${outcome.isNew ? 'is installed' : 'is there'}`);
  });
  return chosen.filter(({ program }) => !lacking.has(program.name));
};

const start = async (request: Request): Promise<number> => {
  const { cache, chosen, environment, say } = request;
  const range = portRange(environment['MUNIMENT_SERVICES_PORTS']);
  const ready = await install(request);
  let lacking = chosen.length - ready.length;
  for (const service of ready) {
    try {
      const isNew = await startService(cache, service, range);
      const entry = readState(cache)[service.name];
      const address = entry === undefined ? '' : service.address(placeOf(cache, service, entry));
      say(`${service.name} ${isNew ? 'serves' : 'runs'} on ${address}`);
    } catch (error) {
      lacking++;
      say(`${service.name} cannot be had: ${reasonOf(error)}`);
    }
  }
  return lacking === 0 ? 0 : 1;
};

const stop = async ({ cache, chosen, keep, say }: Request): Promise<number> => {
  const failures = await Promise.all(
    chosen.map(async (service) => {
      try {
        say(`${service.name} ${(await stopService(cache, service, keep)) ? 'is stopped' : 'did not run'}`);
        return 0;
      } catch (error) {
        say(`${service.name} is not stopped: ${reasonOf(error)}`);
        return 1;
      }
    }),
  );
  return failures.includes(1) ? 1 : 0;
};

const actions: Readonly<Record<string, (request: Request) => Promise<number>>> = {
  install: (request) =>
    alone(request.cache, request.say, async () => ((await install(request)).length === request.chosen.length ? 0 : 1)),
  start: (request) => alone(request.cache, request.say, () => start(request)),
  stop: (request) => alone(request.cache, request.say, () => stop(request)),
  status: async ({ cache, environment, output }) => {
    output(await statusTable(cache, environment));
    return 0;
  },
  env: ({ cache, environment, output }) => {
    output(exportLines(serviceEnvironment(cache, environment)));
    return Promise.resolve(0);
  },
};

/**
 * Does what the words ask for. 0: all of it; 1: something cannot be had, which was told by name with the reason while
 * the others went on; 2: there is no such verb or option. Never rejects.
 */
export const runServices = async (words: readonly string[], surroundings: Surroundings): Promise<number> => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { keep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    const [verb = '', ...names] = positionals;
    const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined;
    if (values.help || action === undefined) {
      surroundings.output(USAGE);
      return values.help ? 0 : 2;
    }
    const cache = cacheFolder(surroundings.environment);
    return await action({ ...surroundings, cache, chosen: servicesNamed(names), keep: values.keep });
  } catch (error) {
    surroundings.say(reasonOf(error));
    return error instanceof TypeError ? 2 : 1;
  }
};
