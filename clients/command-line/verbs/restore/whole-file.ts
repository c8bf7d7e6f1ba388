import { dirname } from 'node:path';
import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import type { Output } from '../../program/output.js';
import { makeFolders } from './marker.js';
import type { NewFile, TargetDisk } from './target-disk.js';

/** Where the bytes of one file go, from the first to the last. */
export interface Sink {
  take(piece: Buffer): Promise<void>;
  /** All bytes were taken. */
  end(): Promise<void>;
  /** What was taken is of no use. */
  discard(): void;
  /** Called at last, whatever happened. */
  close(): Promise<void>;
}

/** Standard output. */
export const outputSink = (output: Pick<Output, 'writeBytes'>): Sink => ({
  take: (piece) => output.writeBytes(piece),
  end: () => Promise.resolve(),
  discard: () => undefined,
  close: () => Promise.resolve(),
});

/** What an earlier run has written of a file, as it is compared with what comes now. */
const partThere = (disk: TargetDisk, path: string) => {
  const pieces = disk.read(path)[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  let length = 0;
  return {
    /** In bytes, as far as they are the same. */
    length: () => length,
    /** The rest of a piece after what is there; null where what is there differs, or ends within it. */
    compare: async (piece: Buffer): Promise<Buffer | null> => {
      let rest = piece;
      while (rest.length > 0) {
        if (held.length === 0) {
          const next = await pieces.next();
          if (next.done === true) return rest;
          held = Buffer.from(next.value);
        }
        const both = Math.min(held.length, rest.length);
        if (!held.subarray(0, both).equals(rest.subarray(0, both))) return rest;
        [held, rest] = [held.subarray(both), rest.subarray(both)];
        length += both;
      }
      return null;
    },
    close: async () => void (await pieces.return?.()),
  };
};

/** Refuses a file that is there, and makes the folders above it. */
export const prepareFile = (disk: TargetDisk, path: string): void => {
  if (disk.kindOf(path) !== null)
    throw new CommandFault(`${shownName(path)} is there already. Nothing was written.`, {
      code: 'place-not-empty',
      exit: 2,
      next: '--to <new file>',
    });
  makeFolders(disk, dirname(path));
};

/**
 * A file that has another name until it is whole and synced. What an earlier run has written under that name is
 * compared, and kept as far as it is the same; `onContinued` is told how many bytes that are.
 */
export const fileSink = (disk: TargetDisk, path: string, onContinued: (bytes: number) => void): Sink => {
  const part = `${path}.muniment-restore`;
  const isThere = disk.kindOf(part) === 'file';
  let there = isThere ? partThere(disk, part) : null;
  let file: NewFile | null = isThere ? null : disk.create(part);

  const goOn = async (): Promise<NewFile> => {
    if (file !== null) return file;
    const length = there?.length() ?? 0;
    await there?.close();
    there = null;
    if (length > 0) onContinued(length);
    file = disk.goOn(part, length);
    return file;
  };
  const close = async (): Promise<void> => {
    await there?.close();
    there = null;
    file?.close();
    file = null;
  };
  return {
    take: async (piece) => {
      const rest = there === null ? piece : await there.compare(piece);
      if (rest !== null) await (await goOn()).write(rest);
    },
    end: async () => {
      await goOn(); // cuts what is there beyond the last byte
      await close();
      await disk.settle(dirname(path), [part]);
      disk.rename(part, path);
      await disk.settle(dirname(path), [dirname(path)]);
    },
    discard: () => disk.remove(part),
    close,
  };
};
