import type { ByteStore, ObjectInfo } from '../bytes.js';
import { digestBytes } from '../digests/digested.js';
import { gathered, piecesOf, readInPieces, type Pieces, type PiecesOptions } from '../read-in-pieces.js';
import type { MetsFailure } from './mets-failure.js';
import { comparedMets } from './compared-mets.js';
import { describedInPieces } from './described-in-pieces.js';
import { editMets } from './edit-mets.js';
import { filesInMets } from './files-in-mets.js';
import { kindsInMets } from './kinds-in-mets.js';
import { mediaInMets } from './media-in-mets.js';
import { normaliseMets } from './normalise-mets.js';
import { outlineMets } from './outline-mets.js';
import { wholeDescription } from './describe-mets.js';
import { treeInMets } from './tree-in-mets.js';
import type { Result } from '../../flow/result.js';

/**
 * The tasks that rewrite a METS, for which they hold all of it. Each takes bytes and plain data and gives plain data, so that
 * it can run in any thread. A property `bytes` of a result is handed from thread to thread, not copied.
 */
const EDITS = { edit: editMets, normalise: normaliseMets } as const;

/** The tasks that only describe it. Each takes what was read and plain data and gives plain data. */
const DESCRIPTIONS = {
  kinds: kindsInMets,
  outline: outlineMets,
  describe: wholeDescription,
  compare: comparedMets,
  media: mediaInMets,
  files: filesInMets,
  tree: treeInMets,
} as const;

export type EditTask = keyof typeof EDITS;
export type DescribeTask = keyof typeof DESCRIPTIONS;
export type MetsTask = EditTask | DescribeTask;

export type MetsOrder<T extends MetsTask> = Parameters<(typeof EDITS & typeof DESCRIPTIONS)[T]>[1];
export type MetsResult<T extends MetsTask> = T extends EditTask
  ? ReturnType<(typeof EDITS)[T]>
  : T extends DescribeTask
    ? Result<ReturnType<(typeof DESCRIPTIONS)[T]>, MetsFailure>
    : never;

/** The METS of a task. It is fetched only when it is needed. */
export interface MetsSource {
  /** In bytes. */
  readonly size: number;
  /** Lower-case hex; null where it is not known without reading. */
  readonly sha256: string | null;
  /** All bytes, for an edit; the caller owns them. */
  readonly read: () => Promise<Buffer>;
  /** Has the bytes read in pieces, and gives what came of it; `take` may be called again. Rejects as `take` does. */
  readonly readInPieces: <T>(take: (pieces: Pieces) => Promise<T>) => Promise<T>;
}

/** A METS in a store. It is the one with the ETag where one is given. Rejects as `readInPieces` does. */
export const storedSource = (
  store: ByteStore,
  {
    bucket,
    key,
    size,
    sha256 = null,
  }: Pick<ObjectInfo, 'bucket' | 'key' | 'size'> & { readonly sha256?: string | null },
  options: PiecesOptions = {},
): MetsSource => {
  const { etag } = options;
  const pinned = etag === undefined ? {} : { etag };
  return {
    size,
    sha256,
    read: () => readInPieces(store, { bucket, key }, pinned, (pieces) => gathered(pieces(), size)),
    readInPieces: (take) => readInPieces(store, { bucket, key }, options, take),
  };
};

/** A METS that was read already. The bytes cannot be used after an edit: they may be transferred to another thread. */
export const readSource = (bytes: Buffer): MetsSource => ({
  size: bytes.length,
  sha256: null,
  read: () => Promise.resolve(bytes),
  readInPieces: (take) => take(piecesOf(bytes, digestBytes(bytes))),
});

/**
 * Runs one task, in a turn of the holder where turns are few. Rejects with MetsWorkFault, or with the error of reading
 * the source.
 */
export type MetsWork = <T extends MetsTask>(
  task: T,
  source: MetsSource,
  order: MetsOrder<T>,
  holder: string,
) => Promise<MetsResult<T>>;

export const isEdit = (task: MetsTask): task is EditTask => Object.hasOwn(EDITS, task);

/** Rewrites a METS synchronously. */
export const doMetsEdit = <T extends EditTask>(task: T, bytes: Uint8Array, order: MetsOrder<T>): MetsResult<T> => {
  const run = EDITS[task] as (bytes: Uint8Array, order: MetsOrder<T>) => MetsResult<T>;
  return run(bytes, order);
};

/** Describes a METS as its pieces come. Rejects as they do. */
export const doMetsDescription = async <T extends DescribeTask>(
  task: T,
  pieces: Pieces,
  order: MetsOrder<T>,
): Promise<MetsResult<DescribeTask>> => {
  const describe = DESCRIPTIONS[task] as (
    sections: unknown,
    order: MetsOrder<T>,
  ) => ReturnType<(typeof DESCRIPTIONS)[T]>;
  return describedInPieces(pieces, (sections) => describe(sections, order)) as Promise<MetsResult<DescribeTask>>;
};

/** Runs every task in the calling thread: for small documents, and where blocking is acceptable. */
export const workInline = async <T extends MetsTask>(
  task: T,
  source: MetsSource,
  order: MetsOrder<T>,
): Promise<MetsResult<T>> => {
  const result: MetsResult<MetsTask> = isEdit(task)
    ? doMetsEdit(task, await source.read(), order as MetsOrder<EditTask>)
    : await source.readInPieces((pieces) => doMetsDescription(task, pieces, order));
  return result as MetsResult<T>;
};

/** A task failed for a reason outside the document and the task's arguments; it may be retried. */
export class MetsWorkFault extends Error {
  override name = 'MetsWorkFault';
  readonly code = 'mets-thread-ended';
  readonly transient = true;
}
