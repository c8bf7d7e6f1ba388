import { createHash, hash } from 'node:crypto';
import { closeSync, fstatSync, lstatSync, openSync, renameSync, type BigIntStats } from 'node:fs';
import { READ_FLAGS } from '../../file-system/files.js';
import type { KnownDigests } from '../engine/object-record.js';
import { durablePlaces, placeCheck, readAll, unlessFailed, writeSynced, type FilePlace } from './small-files.js';

/** A small file of bytes to be copied to the path of another object. */
export interface WholeCopy {
  readonly from: FilePlace;
  /** What it has to have. */
  readonly size: number;
  /** In the temporary folder; must not exist. */
  readonly temporary: string;
  readonly to: FilePlace;
  /** Digests that the bytes should have. */
  readonly known: KnownDigests;
}

/** A copy with its digests; its bytes are synced. */
export interface CopiedFile {
  readonly stamp: string;
  /** Without quotation marks. */
  readonly etag: string;
  /** Base64. */
  readonly sha256: string;
}

export type WholeCopied =
  /** Nothing is left of it: whoever asked does all of it, and gets the error if there is one. */
  | { readonly kind: 'declined' }
  /** The copy is in the temporary folder, and could not be moved to its path. */
  | ({ readonly kind: 'temporary' } & CopiedFile)
  /** The copy is at its path. Unless `isDurable`, its name there may not be synced, or be behind a link. */
  | ({ readonly kind: 'moved'; readonly isDurable: boolean; readonly replaced: boolean } & CopiedFile);

const DECLINED: WholeCopied = { kind: 'declined' };

interface OpenedSource {
  readonly copy: WholeCopy;
  readonly file: number;
  readonly stats: BigIntStats;
}

const openSource = (copy: WholeCopy): OpenedSource | null =>
  unlessFailed(() => {
    const file = openSync(copy.from.path, READ_FLAGS);
    const stats = unlessFailed(() => fstatSync(file, { bigint: true }));
    if (stats?.isFile() === true && Number(stats.size) === copy.size) return { copy, file, stats };
    closeSync(file);
    return null;
  });

/** Whether an opened file is the one at its path, which is behind no link. */
const isAtItsPath = ({ copy: { from }, stats }: OpenedSource, isClear: (place: FilePlace) => boolean): boolean => {
  const now = isClear(from) ? unlessFailed(() => lstatSync(from.path, { bigint: true })) : null;
  return now?.isFile() === true && now.ino === stats.ino && now.dev === stats.dev;
};

const copyBytes = ({ copy, file }: OpenedSource, buffer: Uint8Array): CopiedFile | null => {
  const { size, known, temporary } = copy;
  const bytes = buffer.subarray(0, size);
  return unlessFailed(() => {
    if (!readAll(file, bytes)) return null;
    const stamp = writeSynced(temporary, bytes);
    const digest = hash('sha256', bytes, 'buffer');
    const isAsKnown = digest.toString('hex') === known.sha256;
    const etag = isAsKnown ? known.etag : createHash('md5').update(bytes).digest('hex');
    return { stamp, etag, sha256: digest.toString('base64') };
  });
};

/** Moves a copy to its path, if its folder is there; it may be in the way of something, which is told by another try. */
const move = ({ temporary, to }: WholeCopy, isClear: (place: FilePlace) => boolean): { replaced: boolean } | null =>
  isClear(to)
    ? unlessFailed(() => {
        const replaced = lstatSync(to.path, { throwIfNoEntry: false }) !== undefined;
        renameSync(temporary, to.path);
        return { replaced };
      })
    : null;

interface Moved {
  readonly copy: WholeCopy;
  readonly copied: CopiedFile;
  readonly moved: { readonly replaced: boolean } | null;
}

/** Copies the bytes of all, then moves all, so that the links above a path are looked for once for many files. */
const copyAndMove = (copies: readonly WholeCopy[], buffer: Uint8Array): ReadonlyMap<WholeCopy, Moved> => {
  const sources = copies.map(openSource).filter((source) => source !== null);
  try {
    const isClearSource = placeCheck();
    const good = sources.filter((source) => isAtItsPath(source, isClearSource));
    const copied = good.flatMap((source) => {
      const file = copyBytes(source, buffer);
      return file === null ? [] : [{ copy: source.copy, copied: file }];
    });
    const isClear = placeCheck();
    return new Map(copied.map((each) => [each.copy, { ...each, moved: move(each.copy, isClear) }]));
  } finally {
    for (const { file } of sources) closeSync(file);
  }
};

/**
 * Copies small files in one go: the bytes of each are read, digested, written to a temporary file and synced, then it is
 * moved to its path, and at last each folder is synced once. The buffer has room for the largest. Answers one for each, in
 * their order; never throws.
 */
export const copyWhole = (copies: readonly WholeCopy[], buffer: Uint8Array): readonly WholeCopied[] => {
  const done = copyAndMove(copies, buffer);
  const isDurable = durablePlaces();
  return copies.map((copy) => {
    const found = done.get(copy);
    if (found === undefined) return DECLINED;
    const { copied, moved } = found;
    return moved === null
      ? { kind: 'temporary', ...copied }
      : { kind: 'moved', isDurable: isDurable(copy.to), ...moved, ...copied };
  });
};
