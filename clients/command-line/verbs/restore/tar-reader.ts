import { semaphore } from '../../../../flow/sharing/semaphore.js';
import { ArchiveFault, type Archive, type TarPart } from '../../../archive/archive.js';
import { untilAborted, type ReadContent, type ReadPieces } from './read-content.js';
import { MOST_BETWEEN, partOf, tarRuns, type ReadFile } from './tar-runs.js';

/** Files of a version, with the folder whose listing they come from. */
export interface ListedFiles {
  readonly group: string;
  readonly version: number;
  /** A stored folder; empty for the whole version. */
  readonly listed: string;
  readonly files: readonly ReadFile[];
}

/** The bytes of a stream, so many at a time. */
const byteReader = (pieces: AsyncGenerator<Buffer, void>) => {
  let rest: Buffer = Buffer.alloc(0);
  return {
    /** Null where it ends before. */
    async take(length: number): Promise<Buffer | null> {
      const taken = [rest];
      let size = rest.length;
      while (size < length) {
        const next = await pieces.next();
        if (next.done === true) return null;
        taken.push(next.value);
        size += next.value.length;
      }
      const all = taken.length === 1 ? rest : Buffer.concat(taken);
      rest = all.subarray(length);
      return all.subarray(0, length);
    },
    close: () => pieces.return(undefined),
  };
};

interface OpenPart {
  readonly run: TarPart;
  readonly bytes: ReturnType<typeof byteReader>;
  at: number;
}

/** Reads files from the parts of a tar that have many of them, each part in one request. */
export interface TarReader {
  /** The bytes of a file; null where it is not in such a part, or that cannot be read as far as its end. */
  read(file: ReadFile): Promise<Buffer | null>;
  close(): Promise<void>;
}

/** For files that are asked for in the order of `files`, or nearly; several may be asked for at once. */
const tarReader = (
  openTar: NonNullable<Archive['openTar']>,
  { group, version, listed, files }: ListedFiles,
  signal: AbortSignal,
): TarReader => {
  const runs = tarRuns(files, listed);
  const turns = semaphore(1);
  let open: OpenPart | null = null;
  let isRefused = false;
  const close = async (): Promise<void> => {
    const { bytes } = open ?? {};
    open = null;
    await bytes?.close();
  };
  const openAt = async (run: TarPart, start: number): Promise<OpenPart> => {
    if (open !== null && open.run === run && start >= open.at && start - open.at <= MOST_BETWEEN) return open;
    await close();
    const stream = await openTar(group, version, listed, { start, end: run.end });
    open = { run, bytes: byteReader(untilAborted(stream, signal)), at: start };
    return open;
  };
  const readPart = async (run: TarPart, part: NonNullable<ReturnType<typeof partOf>>): Promise<Buffer | null> => {
    const opened = await openAt(run, part.start);
    const bytes = await opened.bytes.take(part.end - opened.at);
    const found = bytes?.subarray(part.start - opened.at);
    opened.at = part.end;
    const head = part.head();
    // What stands there is no file of this name and size: the tar is not the one whose parts were computed.
    return found?.subarray(0, head.length).equals(head) === true ? found.subarray(head.length) : null;
  };
  return {
    async read(file) {
      const part = partOf(file, listed);
      const run = part && runs.find(({ start, end }) => start <= part.start && part.end <= end);
      if (part === null || run === null || run === undefined) return null;
      return turns.run(async () => {
        if (isRefused) return null;
        const bytes = await readPart(run, part).catch((error: unknown) => {
          if (!(error instanceof ArchiveFault)) throw error;
          isRefused = error.code !== 'damaged';
          return null;
        });
        if (bytes === null) await close();
        return bytes;
      });
    },
    close,
  };
};

/** Reads the content of files, and is closed when no more is read. */
export interface ContentSource {
  readonly content: ReadContent;
  readonly pieces: ReadPieces;
  close(): Promise<void>;
}

/**
 * Reads files as `alone` does, which asks for each. Of an archive that is asked over a network, many small files that follow
 * one another come in one answer; what the archive breaks off there, as at a damaged file, is asked for alone. Of one whose
 * files this computer has, their paths are the content.
 */
export const contentOf = (
  archive: Pick<Archive, 'openTar' | 'pathOf'>,
  listed: ListedFiles,
  alone: ReadPieces,
  signal: AbortSignal,
): ContentSource => {
  const reader = archive.openTar === undefined ? null : tarReader(archive.openTar.bind(archive), listed, signal);
  const placed = new Map(reader === null ? [] : listed.files.map((file) => [file.stored, file]));
  const read = async (file: Parameters<ReadContent>[0]): Promise<Buffer | AsyncIterable<Buffer>> => {
    const known = placed.get(file.stored);
    return (known && (await reader?.read(known))) ?? alone(file);
  };
  return {
    content: async (file) => {
      const path = await archive.pathOf?.(listed.group, listed.version, file.stored);
      return path === undefined ? read(file) : { path };
    },
    async *pieces(file) {
      const bytes = await read(file);
      if (Buffer.isBuffer(bytes)) yield bytes;
      else yield* bytes;
    },
    close: async () => reader?.close(),
  };
};
