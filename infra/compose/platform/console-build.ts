import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { cause } from '../../../events/cause.js';
import type { BuildState } from '../../../gateways/console/unbuilt-page.js';
import type { NamedLog } from '../../log/logger.js';

/** The build of the console's pages, by a program of its own. */
export interface ConsoleBuild {
  state(): BuildState;
  /** Builds what is missing or out of date, beside everything else; never rejects. */
  begin(): Promise<void>;
  /** Ends what was begun. */
  stop(): void;
}

const PACKAGES_MISSING = 3;
/** So much of what a failed build says is logged. */
const MOST_SAID = 4_000;

const SAID: Readonly<Record<Exclude<BuildState, 'building' | 'idle'>, string>> = {
  failed: 'The console could not be built',
  'packages-missing': 'The packages of the console are missing: npm ci --include=dev',
};

/** Runs a program in the folder of this software, after all else that the machine has to do. */
const run = async (
  program: string,
  args: readonly string[],
  begun: (child: ChildProcess) => void,
): Promise<{ readonly code: number | null; readonly said: string }> => {
  const cwd = dirname(dirname(program));
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  begun(child);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-MOST_SAID)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
};

/**
 * The build by `program`, which exits with 0 when it has built, and with 3 where its packages are missing; with
 * `--is-fresh` it only looks, and exits with 0 where nothing is to do. Where there is no such program, nothing is built.
 */
export const consoleBuild = (program: string, log: NamedLog): ConsoleBuild => {
  let state: BuildState = 'idle';
  let child: ChildProcess | null = null;
  let isStopped = (): boolean => false;
  const hold = (begun: ChildProcess): void => {
    child = begun;
  };
  const build = async (): Promise<BuildState> => {
    const { code: stale } = await run(program, ['--is-fresh'], hold);
    if (stale === 0 || isStopped()) return 'idle';
    const { code, said } = await run(program, [], hold);
    if (code === 0 || isStopped()) return 'idle';
    const ended = code === PACKAGES_MISSING ? 'packages-missing' : 'failed';
    log.warn(SAID[ended], { code, said });
    return ended;
  };
  return {
    state: () => state,
    begin: async () => {
      if (!existsSync(program)) return;
      state = 'building';
      state = await build().catch((error: unknown) => {
        log.warn(SAID.failed, cause(error));
        return 'failed' as const;
      });
    },
    stop: () => {
      isStopped = () => true;
      child?.kill();
    },
  };
};
