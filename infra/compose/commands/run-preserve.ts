import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { CommandFault } from '../../../clients/command-line/command-fault.js';
import { readPreservableFolder, oddNamesWarning } from '../../../clients/command-line/folder/preservable-folder.js';
import { realRetryContext } from '../../../clients/api/with-retries.js';
import { readArguments, type PreserveArguments } from '../../../clients/command-line/arguments/preserve-arguments.js';
import {
  screenProgress,
  type Screen,
  type ScreenProgress,
  type Total,
} from '../../../clients/command-line/output/progress.js';
import { NotApproved, type Approve } from '../../../clients/command-line/output/question.js';
import { interruptionText, STEPS } from '../../../clients/command-line/output/steps.js';
import { readConfig, type Config } from '../../config/config.js';
import { startedUnlessInterrupted } from './interruptible.js';
import { EXIT_CODES, type Interruption, type Surroundings } from './command-surroundings.js';
import { ownCalls } from './own-calls.js';
import type { Platform } from '../platform/platform.js';
import { preserveOn, type PreserveWork } from './preserve-on.js';
import { commandConfig } from './command-config.js';
import { commandOf } from './command-of.js';
import { unlessDiskRefuses } from './unless-disk-refuses.js';

/** The exit code where an unusual change was not approved. */
const EXIT_NOT_APPROVED = 3;

/** Throws CommandFault for a folder that contains the data folder, which grows during the work. */
const requireApart = async (folder: string, data: string): Promise<void> => {
  const inside = async (path: string): Promise<string> => `${await realpath(path).catch(() => path)}${sep}`;
  if ((await inside(data)).startsWith(await inside(folder))) {
    throw new CommandFault(`The data folder ${data} lies in ${folder}; choose another one with MUNIMENT_DATA.`);
  }
};

/** The address that `npm start` would use; null where it picks a port. */
const startAddress = ({ baseUrls, host, ports }: Config): string | null => {
  if (baseUrls.preservation !== null) return baseUrls.preservation;
  return ports.preservation === 0 ? null : `http://${host.includes(':') ? `[${host}]` : host}:${ports.preservation}`;
};

const ownCallsOf = ({ identity }: Config, agent: string | null): ReturnType<typeof ownCalls> => {
  if (identity.tokens !== null && agent !== null) {
    throw new CommandFault(
      '--agent cannot be used with tokens: the version is attributed to the caller that the token names.',
    );
  }
  return ownCalls(identity);
};

/** Asks before an unusual change, unless it was approved in the command line or there is no terminal. */
const approval =
  ({ yes }: PreserveArguments, ask: Surroundings['ask'], progress: ScreenProgress): Approve =>
  async (question) => {
    if (yes) return;
    progress.end();
    if (ask === undefined) {
      throw new NotApproved(`${question} Nothing was changed; if it is meant, give the option --yes.`);
    }
    if (!(await ask(`${question} Go on?`))) throw new NotApproved('Nothing was changed.');
  };

/** The work, checked as far as possible before the platform is started. Throws CommandFault. */
const workOf = async (request: PreserveArguments, environment: Surroundings['environment'], config: Config) => {
  const own = ownCallsOf(config, request.agent);
  await requireApart(request.folder, config.data);
  const local = await readPreservableFolder(request.folder, undefined, request.exclusion);
  return {
    ...request,
    local,
    own,
    address: startAddress(readConfig(environment)),
    dataSetting: environment['MUNIMENT_DATA'],
  };
};

/** The result of work, or a signal that arrived before. */
const unlessInterrupted = <T>(
  work: Promise<T>,
  interrupted: Surroundings['interrupted'],
): Promise<{ readonly made: T } | { readonly signal: Interruption }> => {
  work.catch(() => undefined); // may fail because the platform ends, as intended
  return Promise.race([work.then((made) => ({ made })), interrupted.then((signal) => ({ signal }))]);
};

/** Prints what is stored safely at a signal, and answers the exit code. */
const interruptedIn = (step: string, signal: Interruption, messages: Screen): number => {
  messages.write(`${interruptionText(step)}\n`);
  return EXIT_CODES[signal];
};

const preserve = async (request: PreserveArguments, surroundings: Surroundings): Promise<number> => {
  const { environment, messages, interrupted } = surroundings;
  const { agent } = request;
  const given = agent === null ? environment : { ...environment, MUNIMENT_DEV_IDENTITY: agent };
  const config = commandConfig(given);
  const progress = screenProgress(messages, () => performance.now());
  const work = await unlessInterrupted(workOf(request, given, config), interrupted);
  if ('signal' in work) return interruptedIn(STEPS.starting, work.signal, messages);
  const warning = oddNamesWarning(work.made.local);
  if (warning !== null) progress.note(warning);
  progress.begin(STEPS.starting);
  const ending = new AbortController();
  const starting = startedUnlessInterrupted(config, surroundings, ending.signal, (line) => progress.begin(line));
  const platform = await starting.finally(() => progress.end());
  if (typeof platform === 'string') return interruptedIn(STEPS.starting, platform, messages);
  // The platform needs the other half to end: running work may take some seconds to reach a safe point.
  const running = { ...surroundings, progress, ending, patienceMs: config.waitMs / 2 };
  const end = await endOf(platform, work.made, running).catch(async (error: unknown) => {
    await platform.stop().catch(() => undefined); // the cause of the end is more important
    throw error;
  });
  await platform.stop();
  return end;
};

interface PreserveSurroundings extends Surroundings {
  readonly progress: ScreenProgress;
  /** Aborted at a signal to end the work. */
  readonly ending: AbortController;
  /** How long the work waits for a disk that refuses what is written. */
  readonly patienceMs: number;
}

/** Runs the work until its end or a signal; answers the exit code. */
const endOf = async (
  { ready, engine, fault }: Platform,
  work: PreserveWork,
  { progress, ending, messages, output, interrupted, ask, patienceMs }: PreserveSurroundings,
): Promise<number> => {
  let step: string = STEPS.starting;
  /** Suppresses messages while the platform ends. */
  const unlessEnding = <Args extends unknown[]>(tell: (...args: Args) => void) => {
    return (...args: Args): void => {
      if (!ending.signal.aborted) tell(...args);
    };
  };
  const begin = (name: string, total?: Total): void => {
    step = name;
    progress.begin(name, total);
  };
  const making = preserveOn({ ready, engine }, work, {
    progress: { begin: unlessEnding(begin), advance: unlessEnding(progress.advance), end: progress.end },
    patience: realRetryContext(unlessEnding(progress.note), ending.signal),
    approve: approval(work, ask, progress),
  });
  const made = unlessDiskRefuses(making, fault, patienceMs).catch((error: unknown) => {
    ending.abort(); // nothing is asked of the platform any more
    throw error;
  });
  const end = await unlessInterrupted(made, interrupted).finally(progress.end);
  if ('signal' in end) {
    ending.abort();
    return interruptedIn(step, end.signal, messages);
  }
  output.write(end.made);
  return 0;
};

export const runPreserve = commandOf(readArguments, preserve, (error) =>
  error instanceof NotApproved ? EXIT_NOT_APPROVED : 1,
);
