import type { FileHandle } from 'node:fs/promises';
import { refuse } from '../../commands/core/decider.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import type { MetsSource } from '../../formats/mets/mets-work.js';
import { withinDeadline } from '../../flow/deadline.js';
import { openNameless, roomFault } from './nameless-file.js';
import { parsedMets, type ParseOrder } from './parsed-mets.js';
import type { WriteOrder, WrittenMets } from './write-parsed-mets.js';
import { refusalAnswer } from '../service/refusal-answer.js';
import { json, type Answer } from '../http/route.js';

/** A METS that is to be fetched once there is room for it. */
export interface PromisedMets {
  /** In bytes, as it was found. */
  readonly size: number;
  /** Whose turn to use a thread is taken. */
  readonly holder: string;
  /** Where its bytes come from, and what the answer is made of beside them; null where it is gone. */
  readonly load: () => Promise<LoadedMets | null>;
}

export interface LoadedMets {
  readonly source: MetsSource;
  readonly order: ParseOrder;
}

/** A METS that is known as it was found, so that the same answer may be given for the same METS. */
export interface KnownMets extends PromisedMets {
  /** All that the answer is made of, as JSON: the METS by its place and its ETag, and what is shown beside it. */
  readonly madeOf: readonly unknown[];
}

/** Answers with what a METS says, or with 422 where it cannot be read; null where it is gone. Rejects as loading does. */
export type AnswerParsedMets = (mets: PromisedMets) => Promise<Answer | null>;

/** The same for a METS that is known. */
export type AnswerKnownMets = (mets: KnownMets) => Promise<Answer | null>;

/**
 * Does `writeParsedMets` in a thread. When this has settled the thread writes no more, so that the file may be closed.
 * Rejects as the source does, too.
 */
type WriteInThread = (source: MetsSource, order: WriteOrder) => Promise<WrittenMets>;

/**
 * Does work when the holder's turn to use a thread for a METS has come. Rejects with a transient fault where the turn, or the
 * thread's answer, does not come within `patienceMs`.
 */
export type TakeMetsThread = <T>(
  patienceMs: number,
  work: (write: WriteInThread) => Promise<T>,
  holder: string,
) => Promise<T>;

/** A larger METS would hold up other requests for more than a tenth of a second. */
const INLINE_BYTES = 1_000_000;
const PATIENCE_MS = 55_000;

/**
 * Reads small documents here. A large one is read in a thread when its turn has come, which writes the answer to disk: the memory is free again before the client has taken it, however slow it is. `inlineBytes` is the
 * largest that is read here.
 */
export const parsedMetsAnswers =
  (takeThread: TakeMetsThread, inlineBytes = INLINE_BYTES): AnswerParsedMets =>
  (mets) =>
    mets.size <= inlineBytes
      ? answerHere(mets)
      : takeThread(PATIENCE_MS, (write) => loadedThroughFile(mets, write), mets.holder);

const answerHere: AnswerParsedMets = async ({ load }) => {
  const mets = await load();
  if (mets === null) return null;
  const parsed = await mets.source.readInPieces((pieces) => parsedMets(pieces, mets.order));
  return parsed.ok ? json(200, parsed.value) : unreadable(parsed.refusal);
};

const loadedThroughFile = async ({ load }: PromisedMets, write: WriteInThread): Promise<Answer | null> => {
  const loaded = await withinDeadline(load(), { ms: PATIENCE_MS }, () => undefined); // it must not keep a turn
  return loaded && throughFile(loaded, write);
};

const throughFile = async ({ source, order }: LoadedMets, write: WriteInThread): Promise<Answer> => {
  const file = await openNameless('answer').catch((error: unknown) => {
    throw roomFault(error, 'an answer') ?? error;
  });
  try {
    const written = await write(source, { ...order, fd: file.fd });
    if (written.ok) return onDisk(file, written.value.size);
    await file.close();
    return unreadable(written.refusal);
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
    stream: file.createReadStream({ start: 0, end: size - 1 }),
    mediaType: 'application/json; charset=utf-8',
    size,
  },
});
