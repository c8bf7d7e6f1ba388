import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { refuse } from '../../commands/core/decider.js';
import { metsTooLarge, type MetsFailure } from '../../formats/mets/mets-failure.js';
import { withinDeadline } from '../../flow/deadline.js';
import { openNameless, roomFault } from '../http/body/nameless-file.js';
import { parsedMets, type ParseOrder } from './parsed-mets.js';
import type { ThreadMessage, ThreadOrder } from './parsed-mets-thread.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { json, type Answer } from '../http/route.js';
import { nextMessage, wasTooMuch, wholeBuffer } from '../../flow/thread-messages.js';
import { semaphore } from '../../flow/semaphore.js';

/** A METS that is to be fetched once there is room for it. */
export interface PromisedMets {
  /** In bytes, as it was found. */
  readonly size: number;
  /** Its bytes, for the answer alone, and what the answer is made of beside them; null where it is gone. */
  readonly load: () => Promise<{ readonly bytes: Buffer; readonly order: ParseOrder } | null>;
}

/** Answers with what a METS says, or with 422 where it cannot be read; null where it is gone. Rejects as loading does. */
export type AnswerParsedMets = (mets: PromisedMets) => Promise<Answer | null>;

/** A larger METS would hold up other requests for more than a tenth of a second. */
const INLINE_BYTES = 1_000_000;
/** Each holds a whole document in memory. */
const THREADS = 2;
const PATIENCE_MS = 55_000;

/**
 * Reads small documents here. A large one is fetched when its turn has come and read in a thread, which writes the
 * answer to disk: the memory is free again before the client has taken it, however slow it is. `inlineBytes` is the
 * largest that is read here.
 */
export const parsedMetsAnswers = (inlineBytes = INLINE_BYTES): AnswerParsedMets => {
  const reading = semaphore(THREADS, { ms: PATIENCE_MS });
  const here: AnswerParsedMets = async ({ load }) => {
    const mets = await load();
    if (mets === null) return null;
    const parsed = parsedMets(mets.bytes, mets.order);
    return 'fault' in parsed ? unreadable(parsed) : json(200, parsed.value);
  };
  const there: AnswerParsedMets = async ({ load }) => {
    const leave = await reading.acquire();
    try {
      const mets = await withinDeadline(load(), { ms: PATIENCE_MS }, () => undefined); // it must not keep a turn
      return mets && (await throughFile(mets.bytes, mets.order));
    } finally {
      leave();
    }
  };
  return (mets) => (mets.size <= inlineBytes ? here(mets) : there(mets));
};

const throughFile = async (bytes: Buffer, order: ParseOrder): Promise<Answer> => {
  const file = await openNameless('answer').catch((error: unknown) => {
    throw roomFault(error, 'an answer') ?? error;
  });
  try {
    const message = await inThread({ ...order, bytes, fd: file.fd });
    if ('size' in message) return onDisk(file, message.size);
    await file.close();
    return unreadable(message);
  } catch (error) {
    await file.close();
    throw roomFault(error, 'an answer') ?? error;
  }
};

const unreadable = ({ fault }: MetsFailure): Answer => refusalAnswer(refuse('mets-unreadable', fault.message));

/** The file is closed when it has been read or nobody reads it any more. */
const onDisk = (file: FileHandle, size: number): Answer => ({
  status: 200,
  content: {
    kind: 'bytes',
    stream: file.createReadStream({ start: 0 }),
    mediaType: 'application/json; charset=utf-8',
    size,
  },
});

const inThread = async (workerData: ThreadOrder): Promise<ThreadMessage> => {
  const worker = new Worker(new URL('./parsed-mets-thread.js', import.meta.url), {
    workerData,
    transferList: wholeBuffer(workerData.bytes),
  });
  try {
    return await nextMessage<ThreadMessage>(worker, PATIENCE_MS, ended);
  } catch (error) {
    if (wasTooMuch(error)) return metsTooLarge;
    throw error;
  } finally {
    await worker.terminate(); // it writes no more to a file that may now be closed
  }
};

const ended = (): Error => Object.assign(new Error('the thread that read a METS has ended'), { transient: true });
