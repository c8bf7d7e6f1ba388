import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

/** A program to be run to its end. */
export interface LoggedRun {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All that it says is written here. */
  readonly log: string;
  /** It is ended with all that it has started when it takes longer. */
  readonly mostMinutes: number;
  /** Hears what it says as it says it. */
  readonly hear: (chunk: Buffer) => void;
}

export interface LoggedEnd {
  /** Null where it was ended by a signal or could not be started. */
  readonly code: number | null;
  /** Why there is no code. */
  readonly reason: string | null;
  readonly minutes: number;
}

const GRACE_MS = 10_000;

const signalGroup = (pid: number | undefined, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // it has ended
  }
};

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Its end. Whatever of its group goes on after it, and holds its outputs open, is ended a little later. */
const endOf = (child: ChildProcess, failed: (error: Error) => void): Promise<Exit> =>
  new Promise((resolve) => {
    let straggling: NodeJS.Timeout | undefined;
    child.once('error', failed);
    child.once('exit', () => (straggling = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS)));
    child.once('close', (code, signal) => {
      clearTimeout(straggling);
      signalGroup(child.pid, 'SIGKILL');
      resolve({ code, signal });
    });
  });

/** Runs it in a group of its own, so that nothing of it is left where it has to be ended. */
export const runLogged = async (run: LoggedRun): Promise<LoggedEnd> => {
  const { words, cwd, env, log, mostMinutes, hear } = run;
  const begun = performance.now();
  const file = createWriteStream(log);
  const child = spawn(words[0] ?? '', words.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const state: { isLate: boolean; failure: string | null } = { isLate: false, failure: null };
  const timers = [
    setTimeout(() => {
      state.isLate = true;
      signalGroup(child.pid, 'SIGTERM');
      timers.push(setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS));
    }, mostMinutes * 60_000),
  ];
  const interrupted = (): void => signalGroup(child.pid, 'SIGTERM');
  process.on('SIGTERM', interrupted).on('SIGINT', interrupted);
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      file.write(chunk);
      hear(chunk);
    });
  const { code, signal } = await endOf(child, (error) => (state.failure = error.message));
  process.off('SIGTERM', interrupted).off('SIGINT', interrupted);
  timers.forEach(clearTimeout);
  file.end();
  await once(file, 'close');
  const late = state.isLate ? `it did not end within ${Math.round(mostMinutes)} minutes` : null;
  const reason = late ?? state.failure ?? (signal === null ? null : `it was ended by ${signal}`);
  return { code: reason === null ? code : null, reason, minutes: (performance.now() - begun) / 60_000 };
};
