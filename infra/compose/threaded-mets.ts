import { Worker } from 'node:worker_threads';
import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import {
  MetsWorkFault,
  workInline,
  type MetsAnswer,
  type MetsOrder,
  type MetsTask,
  type MetsWork,
} from '../../formats/mets/mets-work.js';
import { turns } from '../../gateways/body/turns.js';
import { nextNews, wasTooMuch, wholeBuffer } from '../../gateways/thread-news.js';
import type { ThreadNews, ThreadOrder } from './mets-thread.js';

/** How large work is kept away from the event loop. */
export interface MetsThreadLimits {
  /** A METS above so many bytes goes to a thread. */
  readonly inlineBytes: number;
  /** An order of more edits than this does, too, however small the METS is. */
  readonly inlineEdits: number;
  readonly atOnce: number;
  /** How long work waits for its turn. */
  readonly patienceMs: number;
  /** How long it may then take. */
  readonly taskMs: number;
  /** A thread that had nothing to do for so long is ended, and gives its memory back. */
  readonly idleMs: number;
}

const USUAL: MetsThreadLimits = {
  inlineBytes: 5_000_000,
  inlineEdits: 2_000,
  atOnce: 2,
  patienceMs: 60_000,
  taskMs: 300_000,
  idleMs: 30_000,
};

/** Work on METS, the large ones in threads of this process. */
export interface ThreadedMets {
  readonly work: MetsWork;
  close(): Promise<void>;
}

/** Threads begin when there is work for them; ended they take what they are doing along, as a MetsWorkFault. */
export const openThreadedMets = (limits: Partial<MetsThreadLimits> = {}): ThreadedMets => {
  const { inlineBytes, inlineEdits, atOnce, patienceMs, taskMs, idleMs } = { ...USUAL, ...limits };
  const turn = turns(atOnce, patienceMs);
  const idle = new Map<Worker, NodeJS.Timeout>();
  const all = new Set<Worker>();

  const begin = (): Worker => {
    const worker = new Worker(new URL('./mets-thread.js', import.meta.url));
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    });
    worker.on('error', () => undefined); // whoever waits for it hears of it, too
    return worker;
  };
  const take = (): Worker => {
    const [rested] = idle.keys();
    if (rested === undefined) return begin();
    clearTimeout(idle.get(rested));
    idle.delete(rested);
    rested.ref();
    return rested;
  };
  const rest = (worker: Worker): void => {
    worker.unref(); // an idle thread keeps no process alive
    idle.set(worker, setTimeout(() => void worker.terminate(), idleMs).unref());
  };

  const inThread = async <T extends MetsTask>(order: ThreadOrder<T>): Promise<MetsAnswer<T>> => {
    const leave = await turn();
    const worker = take();
    try {
      const news = await ask(worker, order, taskMs);
      if ('broken' in news) throw new Error(news.broken);
      rest(worker);
      return { result: news.result as MetsAnswer<T>['result'], source: bufferOf(news.source) };
    } catch (error) {
      void worker.terminate();
      if (wasTooMuch(error)) return { result: metsTooLarge as MetsAnswer<T>['result'], source: Buffer.alloc(0) };
      throw error instanceof MetsWorkFault ? error : new MetsWorkFault('work on a METS failed', { cause: error });
    } finally {
      leave();
    }
  };

  return {
    work: (task, bytes, order) =>
      bytes.length > inlineBytes || editsIn(order) > inlineEdits
        ? inThread({ task, bytes, order })
        : workInline(task, bytes, order),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
};

const editsIn = (order: MetsOrder<MetsTask>): number => ('edits' in order ? order.edits.length : 0);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Hands an order over, without copying what need not be, and waits for the answer or the thread's end. */
const ask = async (worker: Worker, order: ThreadOrder, taskMs: number): Promise<ThreadNews> => {
  worker.postMessage(order, wholeBuffer(order.bytes));
  return nextNews<ThreadNews>(worker, taskMs, ended);
};

const ended = (): Error => new MetsWorkFault('the thread that worked on a METS has ended');
