import { startProgram, type Program, type ProgramEnd, type RunningProgram } from './program.js';

/** A program that may be killed and started again as often as one likes. */
export interface Restartable {
  /** Begins it; resolves with its first line, by which it says that it is ready. */
  start(): Promise<string>;
  /** Sends a signal, SIGKILL unless told; resolves at its end, at once where it does not run. */
  end(signal?: NodeJS.Signals): Promise<ProgramEnd>;
  /** Sends a signal that it outlives. */
  send(signal: NodeJS.Signals): void;
  /** All that it has said for people since it began last. */
  said(): string;
}

const ENDED: ProgramEnd = { code: null, signal: null };

export const restartable = (program: Program): Restartable => {
  let running: RunningProgram | null = null;
  return {
    start() {
      running = startProgram(program);
      return running.firstLine();
    },
    end: (signal) => running?.end(signal) ?? Promise.resolve(ENDED),
    send: (signal) => void running?.child.kill(signal),
    said: () => running?.said() ?? '',
  };
};
