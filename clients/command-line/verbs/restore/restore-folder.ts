import { forEachConcurrently } from '../../../../flow/concurrently.js';
import { CommandFault } from '../../command-fault.js';
import { numberText } from '../../output/amounts.js';
import { shownName } from '../../output/printable.js';
import type { Session } from '../../program/verb.js';
import { placeOf, type PlacedFile } from './chosen-files.js';
import { comparePresent } from './compare-present.js';
import type { Damage } from './damage.js';
import { fileBatches, isSmall, type ReadFile } from './file-batches.js';
import { removeMarker, removeTemporary, temporaryPath } from './marker.js';
import { nameInGroups, type Written } from './name-in-groups.js';
import { isGone, type ReadContent } from './read-content.js';
import type { TargetDisk } from './target-disk.js';
import type { FileToWrite, FileWriter, WrittenFiles } from './writing/file-writer.js';

/** How many large files, or batches of small ones, are read or written at once. */
const WIDTH = 16;
/** Folders of temporary files, by turns: threads that make files in one folder wait for each other. */
const TEMPORARY_FOLDERS = 2;

interface WrittenFile extends Written {
  readonly file: PlacedFile;
}

/** A folder that is filled; its marker is there. */
export interface FolderWork {
  readonly disk: TargetDisk;
  readonly folder: string;
  readonly files: readonly PlacedFile[];
  /** Folders that are there also where no file is in them. */
  readonly folders: readonly string[];
  readonly content: ReadContent;
  readonly isUnfinished: boolean;
  /** Whether damaged files are left out. */
  readonly isSkipping: boolean;
  /** Told of each file when it has its name. */
  readonly onNamed: (file: PlacedFile) => Promise<void>;
}

/** What became of a restore; `counted` are the files that are there. */
export interface FolderOutcome {
  readonly damaged: readonly Damage[];
  readonly counted: number;
  /** What ended it before its end; null where nothing did. */
  readonly failure: unknown;
}

/** The first damaged file ends a restore that leaves none out. */
class DamageFound extends Error {
  override name = 'DamageFound';
}

const failureOf = (work: () => Promise<void>): Promise<unknown> =>
  work().then(
    () => null,
    (error: unknown) => error,
  );

const foldersBelow = (root: string, paths: Iterable<string>): string[] =>
  Array.from(paths, (path) => `${root}/${path}`);

/** Makes the folders of files, each once; rejects where something else, such as a link, is in the way. */
const folderMaker = (disk: TargetDisk, root: string) => {
  const made = new Set(['']);
  const make = (path: string): void => {
    if (made.has(path)) return;
    const slash = path.lastIndexOf('/');
    make(slash < 0 ? '' : path.slice(0, slash));
    const kind = disk.kindOf(`${root}/${path}`);
    if (kind === null) disk.makeFolder(`${root}/${path}`);
    else if (kind !== 'folder')
      throw new CommandFault(`${shownName(`${root}/${path}`)} is not a folder.`, { code: 'place-not-empty', exit: 2 });
    made.add(path);
  };
  return { make, makeFor: (at: string) => make(at.slice(0, Math.max(0, at.lastIndexOf('/')))), made };
};

/** The path of a new file that is written in a batch; makes the folder where it is not there. */
const temporaryFiles = (disk: TargetDisk, folder: string): ((batch: number) => string) => {
  const made = new Set<string>();
  let begun = 0;
  return (batch) => {
    const at = temporaryPath(folder, batch % TEMPORARY_FOLDERS);
    if (!made.has(at)) disk.makeFolder(at);
    made.add(at);
    return `${at}/${begun++}`;
  };
};

const takenFault = (folder: string, taken: string): CommandFault =>
  new CommandFault(
    `${shownName(folder)} has something else under the name ${shownName(taken.slice(folder.length + 1))}.`,
    { code: 'name-taken', next: '--rename-collisions, or --as zip' },
  );

/** What a stopped restore has left in the folder. */
const keptOf = async (work: FolderWork, { output, interrupted }: Session): Promise<ReadonlySet<PlacedFile>> => {
  const { disk, folder, files, isUnfinished } = work;
  if (!isUnfinished) return new Set();
  await removeTemporary(disk, folder);
  const kept = await comparePresent(disk, folder, files, { progress: output.progress, signal: interrupted });
  output.note(`Continuing: ${numberText(kept.size)} of ${numberText(files.length)} files are there and were compared.`);
  return kept;
};

/** Writes files with temporary names. */
const writeBatch = async (
  writer: FileWriter,
  batch: readonly (ReadFile & { readonly temporary: string })[],
  { output: { progress }, interrupted }: Session,
): Promise<WrittenFiles> => {
  const files = batch.map(({ file: { size, digest, fileDate }, content, temporary }): FileToWrite => {
    return { path: temporary, size, digest, date: fileDate === null ? null : new Date(fileDate), content };
  });
  const [first] = files;
  if (first === undefined || batch.every(isSmall)) return writer.writeSmall(files);
  const onBytes = (bytes: number): void => progress.advance(0, bytes);
  const written = await writer.write(first, onBytes, interrupted).catch((failure: unknown) => ({ found: [], failure }));
  return isGone(written.failure) ? { found: [null], failure: null } : written;
};

/** Writes what is not there yet; each file gets its name when all of its bytes are compared and synced. */
const writeRest = async (work: FolderWork, rest: readonly PlacedFile[], session: Session): Promise<FolderOutcome> => {
  const { disk, folder, content, isUnfinished, isSkipping, onNamed } = work;
  const { progress } = session.output;
  const folders = folderMaker(disk, folder);
  const writer = disk.writer();
  const damaged: Damage[] = [];
  let counted = work.files.length - rest.length;
  const naming = nameInGroups<WrittenFile>(
    (files) =>
      disk.settle(
        folder,
        files.map(({ temporary }) => temporary),
      ),
    async (files) => {
      for (const { file } of files) folders.makeFor(placeOf(file));
      const names = files.map(({ temporary, file }) => ({ from: temporary, to: `${folder}/${placeOf(file)}` }));
      const { isRenamed, taken, failure } = await writer.rename(names, isUnfinished);
      const named = files.filter((_, index) => isRenamed[index]);
      counted += named.length;
      for (const { file } of named) await onNamed(file);
      if (taken !== null) throw takenFault(folder, taken);
      if (failure !== null) throw failure as Error;
    },
  );
  const temporary = temporaryFiles(disk, folder);
  const write = async (read: readonly ReadFile[], index: number): Promise<void> => {
    const batch = read.map((each) => ({ ...each, temporary: temporary(index) }));
    const { found, failure } = await writeBatch(writer, batch, session);
    const done = batch.slice(0, found.length);
    progress.advance(done.length, batch.every(isSmall) ? done.reduce((sum, { file }) => sum + file.size, 0) : 0);
    for (const [index, { file, temporary }] of done.entries()) {
      const digest = found[index] ?? null;
      if (digest !== file.digest.value) damaged.push({ file, found: digest });
      else await naming.add({ temporary, bytes: file.size, file });
    }
    if (failure !== null) throw failure as Error;
    if (damaged.length > 0 && !isSkipping) throw new DamageFound();
  };
  progress.begin('Copying', { files: rest.length, bytes: rest.reduce((sum, { size }) => sum + size, 0) });
  const failure = await failureOf(async () => {
    try {
      const batches = fileBatches(rest, content);
      await forEachConcurrently(batches, { width: WIDTH, signal: session.interrupted }, write);
    } finally {
      try {
        await naming.end();
      } finally {
        await writer.close();
      }
    }
    for (const path of work.folders) folders.make(path);
    await disk.settle(folder, foldersBelow(folder, folders.made));
  });
  progress.end();
  return { damaged, counted, failure: failure instanceof DamageFound ? null : failure };
};

/**
 * Fills a folder, and removes its marker where all files are there. What a failure leaves is continued by the next run.
 */
export const restoreFolder = async (work: FolderWork, session: Session): Promise<FolderOutcome> => {
  const { disk, folder, files, isSkipping } = work;
  let counted = 0;
  try {
    const kept = await keptOf(work, session);
    counted = kept.size;
    const outcome = await writeRest(
      work,
      files.filter((file) => !kept.has(file)),
      session,
    );
    await removeTemporary(disk, folder);
    if (outcome.failure === null && (isSkipping || outcome.damaged.length === 0)) removeMarker(disk, folder);
    return outcome;
  } catch (failure) {
    return { damaged: [], counted, failure };
  }
};
