import { isKept, type OpenedMets } from '../../formats/mets/kept-mets.js';
import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import {
  MetsWorkFault,
  type MetsOrder,
  type MetsResult,
  type MetsSource,
  type MetsTask,
  type MetsWork,
} from '../../formats/mets/mets-work.js';
import { withinDeadline } from '../../flow/deadline.js';
import { wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { MetsThreadPool, ThreadResult } from './mets-thread.js';
import { refused } from '../../flow/result.js';

export interface TaskLimits {
  /** How long work waits for its turn. */
  readonly patienceMs: number;
  /** How long it may then take. */
  readonly taskMs: number;
  /** A thread that has read a larger METS whole is ended at once: the memory of its XML engine never shrinks. */
  readonly spaciousBytes: number;
}

/** Does every task in a thread. One that ends takes what it is doing along, as a MetsWorkFault. */
export const workInThread =
  (pool: MetsThreadPool, { patienceMs, taskMs, spaciousBytes }: TaskLimits): MetsWork =>
  (task, source, order, holder) =>
    pool.inTurn(
      patienceMs,
      async (turn) => {
        const requestOf = (bytes: Uint8Array | null) => ({
          order: { kind: 'task', task, bytes, order } as const,
          transfer: wholeBuffer(bytes),
          answerMs: taskMs,
          endsThread: (kept: OpenedMets | null) => kept === null && source.size > spaciousBytes,
        });
        const wanted = wantedBy(task, source, order);
        const asked = wanted && turn.askKeeping((kept) => isKept(kept, wanted), requestOf(null));
        const reply = asked ?? turn.ask(requestOf(await inTime(source.read(), taskMs)));
        return (await resultOf(reply)) as MetsResult<typeof task>;
      },
      holder,
    );

const resultOf = async (reply: Promise<ThreadResult>): Promise<ThreadResult> => {
  try {
    return await reply;
  } catch (error) {
    if (wasTooMuch(error)) return refused(metsTooLarge);
    throw new MetsWorkFault('work on a METS failed', { cause: error });
  }
};

/** What a thread may have open that an order is for; null for one that needs the bytes in any case. */
const wantedBy = (task: MetsTask, { sha256 }: MetsSource, { agents }: MetsOrder<MetsTask>): OpenedMets | null =>
  sha256 !== null && task === 'edit' ? { sha256, agents } : null;

/** What is fetched in vain must not keep a turn. */
const inTime = (reading: Promise<Uint8Array>, ms: number): Promise<Uint8Array> =>
  withinDeadline(reading, { ms }, () => undefined);
