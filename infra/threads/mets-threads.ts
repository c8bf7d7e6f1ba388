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
import { wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { ThreadOrder } from './mets-thread.js';
import { packLists, unpackLists, type PackedLists } from './packed-lists.js';
import { runInSlices } from '../../flow/slices.js';
import { ThreadPool, type ThreadPoolLimits, type ThreadRequest } from './thread-pool.js';

/** How large work is kept away from the event loop. */
export interface MetsThreadLimits extends ThreadPoolLimits {
  /** A METS above so many bytes goes to a thread. */
  readonly inlineBytes: number;
  /** An order of more edits than this does, too, however small the METS is. */
  readonly inlineEdits: number;
  /** How long work waits for its turn. */
  readonly patienceMs: number;
  /** How long it may then take. */
  readonly taskMs: number;
  /** A thread that has read a larger METS whole is ended at once: the memory of its XML engine never shrinks. */
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

type MetsThreadPool = ThreadPool<ThreadOrder, PackedLists, OpenedMets>;

/**
 * Threads begin when there is work for them, and keep the METS open that they edited last. Ended they take what they
 * are doing along, as a MetsWorkFault.
 */
export const openMetsThreads = (changed: Partial<MetsThreadLimits> = {}): MetsThreads => {
  const limits = { ...USUAL, ...changed };
  const pool: MetsThreadPool = new ThreadPool(new URL('./mets-thread.js', import.meta.url), limits);
  const inThread = workInThread(pool, limits);
  return {
    work: (task, source, order) =>
      source.size > limits.inlineBytes || editsIn(order) > limits.inlineEdits
        ? inThread(task, source, order)
        : workInline(task, source, order),
    close: () => pool.close(),
  };
};

const workInThread =
  (pool: MetsThreadPool, { patienceMs, taskMs, spaciousBytes }: MetsThreadLimits): MetsWork =>
  (task, source, order) =>
    pool.inTurn(patienceMs, async (turn) => {
      const packed = await runInSlices(packLists(order));
      const requestOf = (bytes: Uint8Array | null): ThreadRequest<ThreadOrder, OpenedMets> => ({
        order: { task, bytes, order: packed },
        transfer: wholeBuffer(bytes),
        answerMs: taskMs,
        endsThread: (kept) => kept === null && source.size > spaciousBytes,
      });
      const wanted = wantedBy(source, order);
      const asked = wanted && turn.askKeeping((kept) => isKept(kept, wanted), requestOf(null));
      const reply = asked ?? turn.ask(requestOf(await inTime(source.read(), taskMs)));
      return (await resultOf(reply)) as MetsResult<typeof task>;
    });

const resultOf = async (reply: Promise<PackedLists>): Promise<object> => {
  try {
    return await runInSlices(unpackLists(await reply));
  } catch (error) {
    if (wasTooMuch(error)) return metsTooLarge;
    throw new MetsWorkFault('work on a METS failed', { cause: error });
  }
};

const editsIn = (order: MetsOrder<MetsTask>): number => ('edits' in order ? order.edits.length : 0);

/** What a thread may have open that an order is for; null for one that needs the bytes in any case. */
const wantedBy = ({ sha256 }: MetsSource, order: MetsOrder<MetsTask>): OpenedMets | null =>
  sha256 !== null && 'edits' in order ? { sha256, agents: order.agents } : null;

/** What is fetched in vain must not keep a turn. */
const inTime = (reading: Promise<Uint8Array>, ms: number): Promise<Uint8Array> =>
  withinDeadline(reading, { ms }, () => undefined);
