import { stat } from 'node:fs/promises';
import { codeOf } from '../../../../flow/error-code.js';
import { TarFault } from '../../../../formats/tar/tar-fault.js';
import { ZipFault } from '../../../../formats/zip/read-zip.js';
import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import { archiveFileCopy, CompressedFile } from './archive-file-copy.js';
import { folderCopy } from './folder-copy.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not there',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** Why something of a copy cannot be read; exit code 2, since nothing is known of it then. */
export const unreadable = (path: string, error: unknown): CommandFault => {
  const reason = REASONS[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
  const about = { code: 'copy-unreadable', exit: 2 };
  return new CommandFault(`${shownName(path)} cannot be read (${reason}).`, about, { cause: error });
};

const isOfFile = (error: unknown): error is Error =>
  error instanceof ZipFault || error instanceof TarFault || error instanceof CompressedFile;

const noCopy = (path: string, error: unknown): unknown =>
  isOfFile(error)
    ? new CommandFault(
        `${shownName(path)} is no folder, bag, zip or tar. ${error.message}`,
        { code: 'copy-unreadable', exit: 2 },
        { cause: error },
      )
    : unreadable(path, error);

/** The files of a copy, in which a fault may be found late. */
async function* readableFiles(files: AsyncIterable<CopiedFile>, path: string): AsyncGenerator<CopiedFile> {
  try {
    yield* files;
  } catch (error) {
    throw noCopy(path, error);
  }
}

/** Opens a copy: a folder, a bag, an OCFL object, a zip or a tar. Rejects with CommandFault. */
export const openCopy = async (path: string): Promise<LocalCopy> => {
  try {
    const copy = await ((await stat(path)).isDirectory() ? folderCopy(path) : archiveFileCopy(path));
    return { ...copy, files: () => readableFiles(copy.files(), path) };
  } catch (error) {
    throw noCopy(path, error);
  }
};
