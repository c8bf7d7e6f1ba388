import { startWorker } from '../api/trusted-scripts.js';
import type { DigestAnswer, DigestRequest } from './digest-messages.js';
import address from './digest-worker.ts?worker&url';
import type { Digests, WholeDigest } from './ports.js';

/** Files that are read at the same time. */
export const MOST_DIGESTS = 4;

type Waiting = (answer: DigestAnswer) => void;
/** A request without its number. */
type Question = DigestRequest extends infer Each ? (Each extends unknown ? Omit<Each, 'id'> : never) : never;

/** A worker, and what waits for its answers. */
class DigestWorker {
  readonly #worker = startWorker(address);
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<DigestAnswer>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener('error', ({ message }) => {
      for (const answer of this.#waiting.values()) answer({ id: 0, sha256: '', fault: `WorkerError: ${message}` });
      this.#waiting.clear();
    });
  }

  get load(): number {
    return this.#waiting.size;
  }

  ask(question: Question): Promise<string> {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ sha256, fault }) => {
        if (fault === null) resolve(sha256);
        else reject(new DOMException('The file cannot be read.', fault));
      });
      this.#worker.postMessage({ ...question, id });
    });
  }
}

/** Computes digests in as many workers as the computer has cores to spare. */
export const workerDigests = (): Digests => {
  const most = Math.max(1, Math.min(MOST_DIGESTS, (navigator.hardwareConcurrency || 2) - 1));
  const workers: DigestWorker[] = [];
  let last = 0;
  const freest = (): DigestWorker => {
    const [best] = workers.toSorted((one, other) => one.load - other.load);
    if (best !== undefined && (best.load === 0 || workers.length >= most)) return best;
    const worker = new DigestWorker();
    workers.push(worker);
    return worker;
  };
  const whole = (): WholeDigest => {
    const worker = freest();
    const number = ++last;
    return {
      part: (bytes) => worker.ask({ kind: 'part', whole: number, bytes }),
      end: () => worker.ask({ kind: 'end', whole: number }),
      forget: () => void worker.ask({ kind: 'forget', whole: number }),
    };
  };
  return { file: (bytes) => freest().ask({ kind: 'file', bytes }), whole };
};
