import type { ImportTask } from '../../../workers/importer/import-task.js';
import type { WorkerWords } from '../../process/programs/import-worker.js';
import { startProgram, type ProgramEnd } from '../processes/program.js';
import { stillness } from '../scheduling/stillness.js';
import { until } from '../scheduling/until.js';

/** A worker of imports in a process of its own. */
export interface WorkerProcess {
  tell(task: ImportTask): void;
  /** Resolves when it has stopped at its pause; rejects when it never comes there. */
  paused(): Promise<void>;
  wake(): void;
  /** Resolves when it has nothing in hand. */
  idle(): Promise<void>;
  end(): Promise<ProgramEnd>;
}

const LONGEST_MS = 120_000;

export const startWorker = (words: WorkerWords): WorkerProcess => {
  const program = startProgram({
    file: 'test/process/programs/import-worker.js',
    words: [JSON.stringify(words)],
    hears: true,
  });
  const hear = (kind: string, times = 1): Promise<void> =>
    until(
      `${words.holder} says ${kind}`,
      () => {
        if (!program.isRunning()) throw new Error(`it has ended: ${program.said()}`);
        return program.lines().filter((line) => (JSON.parse(line) as { kind: string }).kind === kind).length >= times;
      },
      LONGEST_MS,
    );
  let asked = 0;
  return {
    tell: (task) => program.tell(JSON.stringify(task)),
    async paused() {
      await hear('pausing');
      await stillness(program.child);
    },
    wake: () => void program.child.kill('SIGCONT'),
    idle() {
      program.tell('idle');
      return hear('idle', ++asked);
    },
    end: () => program.end(),
  };
};
