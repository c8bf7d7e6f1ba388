import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import type { WorkerWords } from '../../process/import-worker.js';
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
  end(): Promise<void>;
}

const program = fileURLToPath(new URL('../../process/import-worker.js', import.meta.url));
const LONGEST_MS = 120_000;

export const startWorker = (words: WorkerWords): WorkerProcess => {
  const child = spawn(process.execPath, [program, JSON.stringify(words)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  const exit = once(child, 'exit');
  const said: string[] = [];
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  child.stdin.on('error', () => undefined); // its death is told by its exit
  createInterface(child.stdout).on('line', (line) => said.push((JSON.parse(line) as { kind: string }).kind));
  const hear = (kind: string, times = 1): Promise<void> =>
    until(
      `${words.holder} says ${kind}`,
      () => {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${complaints}`);
        return said.filter((each) => each === kind).length >= times;
      },
      LONGEST_MS,
    );
  let asked = 0;
  return {
    tell: (task) => void child.stdin.write(`${JSON.stringify(task)}\n`),
    async paused() {
      await hear('pausing');
      await stillness(child);
    },
    wake: () => void child.kill('SIGCONT'),
    idle() {
      child.stdin.write('idle\n');
      return hear('idle', ++asked);
    },
    async end() {
      child.kill('SIGKILL');
      await exit;
    },
  };
};
