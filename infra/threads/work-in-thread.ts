import { isKept, type OpenedMets } from '../../formats/mets/kept-mets.js';
import { metsTooLarge } from '../../formats/mets/mets-failure.js';
import {
  isEdit,
  MetsWorkFault,
  type DescribeTask,
  type EditTask,
  type MetsOrder,
  type MetsResult,
  type MetsSource,
  type MetsTask,
  type MetsWork,
} from '../../formats/mets/mets-work.js';
import { wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import type { MetsThreadPool, ThreadOrder, ThreadResult } from './mets-thread.js';
import { withPieces } from './pieces-to-thread.js';
import type { ThreadTurn } from './thread-pool.js';
import { refused } from '../../flow/result.js';

export interface TaskLimits {
  /** How long work waits for its turn. */
  readonly patienceMs: number;
  /** How long it may then take, beside the time in which its bytes are fetched. */
  readonly taskMs: number;
  /** A thread that has read a larger METS whole is ended at once: its memory never shrinks. */
  readonly spaciousBytes: number;
}

type Turn = ThreadTurn<ThreadOrder, ThreadResult, OpenedMets>;

interface Task<T extends MetsTask> {
  readonly task: T;
  readonly source: MetsSource;
  readonly order: MetsOrder<T>;
}

/** Does every task in a thread. One that ends takes what it is doing along, as a MetsWorkFault. */
export const workInThread =
  (pool: MetsThreadPool, limits: TaskLimits): MetsWork =>
  async (task, source, order, holder) => {
    const work = { task, source, order };
    const result = await pool.inTurn(
      limits.patienceMs,
      (turn) =>
        isEdit(task)
          ? edited(turn, work as Task<EditTask>, limits)
          : described(turn, work as unknown as Task<DescribeTask>, limits),
      holder,
    );
    return result as MetsResult<typeof task>;
  };

const described = (
  turn: Turn,
  { task, source, order }: Task<DescribeTask>,
  limits: TaskLimits,
): Promise<ThreadResult> =>
  source.readInPieces((pieces) =>
    withPieces(pieces, ({ port, waitedMs }) =>
      resultOf(
        turn.ask({
          order: { kind: 'describe', task, pieces: port, order },
          transfer: [port],
          heldUpMs: waitedMs,
          ...endOf(source, limits),
        }),
      ),
    ),
  );

const edited = async (
  turn: Turn,
  { task, source, order }: Task<EditTask>,
  limits: TaskLimits,
): Promise<ThreadResult> => {
  const requestOf = (bytes: Uint8Array | null) => ({
    order: { kind: 'edit', task, bytes, order } as const,
    transfer: wholeBuffer(bytes),
    ...endOf(source, limits),
  });
  const wanted = wantedBy(task, source, order);
  const asked = wanted && turn.askKeeping((kept) => isKept(kept, wanted), requestOf(null));
  return resultOf(asked ?? turn.ask(requestOf(await source.read())));
};

const endOf = ({ size }: MetsSource, { taskMs, spaciousBytes }: TaskLimits) => ({
  answerMs: taskMs,
  endsThread: (kept: OpenedMets | null) => kept === null && size > spaciousBytes,
});

const resultOf = async (reply: Promise<ThreadResult>): Promise<ThreadResult> => {
  try {
    return await reply;
  } catch (error) {
    if (wasTooMuch(error)) return refused(metsTooLarge);
    throw new MetsWorkFault('work on a METS failed', { cause: error });
  }
};

/** What a thread may have open that an edit is for; null for one that needs the bytes in any case. */
const wantedBy = (task: EditTask, { sha256 }: MetsSource, { agents }: MetsOrder<EditTask>): OpenedMets | null =>
  sha256 !== null && task === 'edit' ? { sha256, agents } : null;
