import { workInline, type MetsOrder, type MetsTask, type MetsWork } from '../../formats/mets/mets-work.js';
import type { TakeMetsThread } from '../../gateways/parsed-mets/parsed-mets-answer.js';
import type { MetsThreadPool } from './mets-thread.js';
import { ThreadPool, type ThreadPoolLimits } from './thread-pool.js';
import { workInThread, type TaskLimits } from './work-in-thread.js';
import { writeInThread } from './write-in-thread.js';

/** How large work is kept away from the event loop. */
export interface MetsThreadLimits extends ThreadPoolLimits, TaskLimits {
  /** A METS above so many bytes goes to a thread. */
  readonly inlineBytes: number;
  /** An order of more edits than this does, too, however small the METS is. */
  readonly inlineEdits: number;
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

/** The threads of this process in which large METS are worked on: one limit for all that is done with them. */
export interface MetsThreads {
  /** Does what is small where it is asked for. */
  readonly work: MetsWork;
  readonly take: TakeMetsThread;
  /** Tells that an edit of so many entries will come soon: a thread begins, where it will be done in one. */
  readonly prepare: (edits: number) => void;
  close(): Promise<void>;
}

/** Threads begin when there is work for them, and keep the METS open that they edited last. */
export const openMetsThreads = (changed: Partial<MetsThreadLimits> = {}): MetsThreads => {
  const limits = { ...USUAL, ...changed };
  const pool: MetsThreadPool = new ThreadPool(new URL('./mets-thread.js', import.meta.url), limits);
  const inThread = workInThread(pool, limits);
  return {
    work: (task, source, order, holder) =>
      source.size > limits.inlineBytes || editsIn(order) > limits.inlineEdits
        ? inThread(task, source, order, holder)
        : workInline(task, source, order),
    take: writeInThread(pool, limits),
    prepare: (edits) => {
      if (edits > limits.inlineEdits) pool.prepare();
    },
    close: () => pool.close(),
  };
};

const editsIn = (order: MetsOrder<MetsTask>): number => ('edits' in order ? order.edits.length : 0);
