import { Worker } from 'node:worker_threads';
import { isKept, type OpenedMets } from '../../formats/mets/tasks/kept-mets.js';
import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import {
  MetsWorkFault,
  workInline,
  type MetsOrder,
  type MetsResult,
  type MetsSource,
  type MetsTask,
  type MetsWork,
} from '../../formats/mets/tasks/mets-work.js';
import { withinDeadline } from '../../flow/deadline.js';
import { nextMessage, wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { ThreadMessage, ThreadOrder } from './mets-thread.js';
import { packLists, unpackLists } from './packed-lists.js';
import { runInSlices } from '../../flow/slices.js';
import { semaphore } from '../../flow/semaphore.js';

/** How large work is kept away from the event loop. */
export interface MetsThreadLimits {
  /** A METS above so many bytes goes to a thread. */
  readonly inlineBytes: number;
  /** An order of more edits than this does, too, however small the METS is. */
  readonly inlineEdits: number;
  readonly threads: number;
  /** How long work waits for its turn. */
  readonly patienceMs: number;
  /** How long it may then take. */
  readonly taskMs: number;
  /** A thread that had nothing to do for so long is ended, and gives its memory back. */
  readonly idleMs: number;
  /** One that has read a larger METS whole is ended at once: the memory of its XML engine never shrinks. */
  readonly spaciousBytes: number;
}

const USUAL: MetsThreadLimits = {
  inlineBytes: 5_000_000,
  inlineEdits: 500,
  threads: 2,
  patienceMs: 60_000,
  taskMs: 300_000,
  idleMs: 30_000,
  spaciousBytes: 20_000_000,
};

/** Work on METS, the large ones in threads of this process. */
export interface MetsThreads {
  readonly work: MetsWork;
  close(): Promise<void>;
}

/**
 * Threads begin when there is work for them, and keep the METS open that they edited last. Ended they take what they
 * are doing along, as a MetsWorkFault.
 */
export const openMetsThreads = (limits: Partial<MetsThreadLimits> = {}): MetsThreads => {
  const { inlineBytes, inlineEdits, threads, patienceMs, taskMs, idleMs, spaciousBytes } = { ...USUAL, ...limits };
  const working = semaphore(threads, { ms: patienceMs });
  const idle = new Map<Worker, Idle>();
  const all = new Set<Worker>();

  const begin = (): Worker => {
    const worker = new Worker(new URL('./mets-thread.js', import.meta.url));
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      clearTimeout(idle.get(worker)?.end);
      idle.delete(worker);
    });
    worker.on('error', () => undefined); // whoever waits for it hears of it, too
    return worker;
  };
  const wake = (worker: Worker): Worker => {
    clearTimeout(idle.get(worker)?.end);
    idle.delete(worker);
    worker.ref();
    return worker;
  };
  /** An idle thread that has the METS open which an order is for. */
  const takeKeeping = (wanted: OpenedMets | null): Worker | undefined => {
    const found = [...idle].find(([, { kept }]) => wanted !== null && isKept(kept, wanted));
    return found && wake(found[0]);
  };
  /** An idle thread, best one that has nothing open, or a new one. */
  const take = (): Worker => {
    const free = [...idle].find(([, { kept }]) => kept === null) ?? [...idle][0];
    return free === undefined ? begin() : wake(free[0]);
  };
  const rest = (worker: Worker, kept: OpenedMets | null): void => {
    worker.unref(); // an idle thread keeps no process alive
    idle.set(worker, { kept, end: setTimeout(() => void worker.terminate(), idleMs).unref() });
  };

  const inThread: MetsWork = async (task, source, order) => {
    const leave = await working.acquire();
    try {
      const packed = await runInSlices(packLists(order));
      const keeping = takeKeeping(wantedBy(source, order));
      const bytes = keeping === undefined ? await inTime(source.read(), taskMs) : null;
      return (await answerOf(keeping ?? take(), { task, bytes, order: packed }, source.size)) as MetsResult<
        typeof task
      >;
    } finally {
      leave();
    }
  };
  const answerOf = async (worker: Worker, order: ThreadOrder, size: number): Promise<object> => {
    try {
      const message = await ask(worker, order, taskMs);
      if ('broken' in message) throw new Error(message.broken);
      if (message.kept === null && size > spaciousBytes) void worker.terminate();
      else rest(worker, message.kept);
      return await runInSlices(unpackLists(message.result));
    } catch (error) {
      void worker.terminate();
      if (wasTooMuch(error)) return metsTooLarge;
      throw error instanceof MetsWorkFault ? error : new MetsWorkFault('work on a METS failed', { cause: error });
    }
  };

  return {
    work: (task, source, order) =>
      source.size > inlineBytes || editsIn(order) > inlineEdits
        ? inThread(task, source, order)
        : workInline(task, source, order),
    close: async () => {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
};

/** A thread with nothing to do: what it has open, and when it is ended. */
interface Idle {
  readonly kept: OpenedMets | null;
  readonly end: NodeJS.Timeout;
}

const editsIn = (order: MetsOrder<MetsTask>): number => ('edits' in order ? order.edits.length : 0);

/** What a thread may have open that an order is for; null for one that needs the bytes in any case. */
const wantedBy = ({ sha256 }: MetsSource, order: MetsOrder<MetsTask>): OpenedMets | null =>
  sha256 !== null && 'edits' in order ? { sha256, agents: order.agents } : null;

/** Hands an order over, its bytes without a copy, and waits for the answer or the thread's end. */
const ask = async (worker: Worker, order: ThreadOrder, taskMs: number): Promise<ThreadMessage> => {
  worker.postMessage(order, wholeBuffer(order.bytes));
  return nextMessage<ThreadMessage>(worker, taskMs, ended);
};

/** What is fetched in vain must not keep a turn. */
const inTime = (reading: Promise<Uint8Array>, ms: number): Promise<Uint8Array> =>
  withinDeadline(reading, { ms }, () => undefined);

const ended = (): Error => new MetsWorkFault('the thread that worked on a METS has ended');
