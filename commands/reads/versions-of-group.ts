import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { isBelow } from '../../formats/paths/repository-path.js';
import type { Ledger } from '../archival-group/state.js';
import { changesBetween, type FileChanges, type FilesByPath } from './changes-between.js';
import type { StoredVersion } from './stored-version.js';

/** How many files a version changed. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly renamed: number;
  readonly deleted: number;
}

/** A version of a group. Counts and sums are of the files below `objects/`, or of those at and below a path. */
export interface VersionOfHistory {
  readonly version: number;
  /** RFC 3339. */
  readonly made: string;
  readonly agent: string | null;
  readonly message: string | null;
  /** The import job that made it; null for a version that was adopted. */
  readonly job: string | null;
  /** The deposit that it was imported from; null where it was adopted, or posted to the storage service. */
  readonly deposit: string | null;
  readonly counts: ChangeCounts;
  /** Of the files that were added or changed. */
  readonly bytesAdded: number;
  readonly files: number;
  readonly bytes: number;
  /** What is stored beside them. */
  readonly beside: { readonly files: number; readonly bytes: number };
}

/** What a version did to a file. */
export interface FileChange {
  readonly kind: 'added' | 'changed' | 'renamed' | 'deleted';
  /** After the version; of a deleted file, before it. */
  readonly stored: string;
  /** The path before, of a renamed file. */
  readonly from: string | null;
  readonly size: number;
  readonly digest: { readonly algorithm: 'sha256' | 'sha512'; readonly value: string };
}

/** A version, and what it did to the file or the folder at a path. */
export interface ChangeOfHistory extends VersionOfHistory {
  /** Null where the path is a folder. */
  readonly file: FileChange | null;
}

/** Where versions are read from, each once or from what is kept. */
export interface HistoryDependencies {
  /** The files of a published version; version 0 is not asked for. */
  readonly read: (version: number) => Promise<StoredVersion>;
  readonly ledger: Pick<Ledger, 'versions'>;
}

const OBJECTS = 'objects';
const NONE: FilesByPath = new Map();
const NO_CHANGES: ChangeCounts = { added: 0, changed: 0, renamed: 0, deleted: 0 };

const filesBefore = async ({ read }: HistoryDependencies, version: number): Promise<FilesByPath> =>
  version === 1 ? NONE : (await read(version - 1)).files;

/** A version with its counts, compared with the one before. Rejects as `readStoredVersion` does. */
export const versionOfGroup = async (on: HistoryDependencies, version: number): Promise<VersionOfHistory> => {
  const now = await on.read(version);
  const isObject = (path: string): boolean => isBelow(path, OBJECTS);
  const before = await filesBefore(on, version);
  const { after: objects, changes } = await runInSlices(changesOfWanted(before, now.files, isObject));
  const [inAll, inObjects] = [sumOf(now.files), sumOf(objects)];
  return {
    ...headingOf(on, now),
    counts: countsOf(changes),
    bytesAdded: bytesAddedBy(changes, objects),
    ...inObjects,
    beside: { files: inAll.files - inObjects.files, bytes: inAll.bytes - inObjects.bytes },
  };
};

/**
 * What a version did to what is at a stored path, a file or a folder; null where it changed nothing of it. A renamed file
 * is found by either of its paths: before this version it is to be looked for at `from`.
 */
export const changeOfPath = async (
  on: HistoryDependencies,
  version: number,
  path: string,
): Promise<ChangeOfHistory | null> => {
  const now = await on.read(version);
  const before = await filesBefore(on, version);
  if (!before.has(path) && !now.files.has(path)) return changeOfFolder(on, now, { before, path });
  if (before.get(path)?.digest === now.files.get(path)?.digest) return null;
  const isAmong = (each: string): boolean => isBelow(each, OBJECTS) === isBelow(path, OBJECTS);
  const { changes } = await runInSlices(changesOfWanted(before, now.files, isAmong));
  const file = fileChange(changes, path);
  const { size, digest: value } = now.files.get(file.stored) ?? before.get(path) ?? { size: 0, digest: '' };
  const isThere = file.kind !== 'deleted';
  const hasNewBytes = file.kind === 'added' || file.kind === 'changed';
  return {
    ...headingOf(on, now),
    counts: { ...NO_CHANGES, [file.kind]: 1 },
    bytesAdded: hasNewBytes ? size : 0,
    files: isThere ? 1 : 0,
    bytes: isThere ? size : 0,
    beside: { files: 0, bytes: 0 },
    file: { ...file, size, digest: { algorithm: now.algorithm, value } },
  };
};

const changeOfFolder = async (
  on: HistoryDependencies,
  now: StoredVersion,
  { before, path }: { readonly before: FilesByPath; readonly path: string },
): Promise<ChangeOfHistory | null> => {
  const isIn = (each: string): boolean => isBelow(each, path);
  const { after: inFolder, changes } = await runInSlices(changesOfWanted(before, now.files, isIn));
  const counts = countsOf(changes);
  if (Object.values(counts).every((count) => count === 0)) return null;
  const bytesAdded = bytesAddedBy(changes, inFolder);
  return { ...headingOf(on, now), counts, bytesAdded, ...sumOf(inFolder), beside: { files: 0, bytes: 0 }, file: null };
};

const fileChange = (
  { added, changed, renamed, deleted }: FileChanges,
  path: string,
): Pick<FileChange, 'kind' | 'stored' | 'from'> => {
  const from = renamed.get(path);
  if (from !== undefined) return { kind: 'renamed', stored: path, from };
  const to = [...renamed].find(([, old]) => old === path)?.[0];
  if (to !== undefined) return { kind: 'renamed', stored: to, from: path };
  const kinds = { added, changed, deleted };
  const kind = (['added', 'changed', 'deleted'] as const).find((each) => kinds[each].includes(path)) ?? 'changed';
  return { kind, stored: path, from: null };
};

function* only<File>(
  files: ReadonlyMap<string, File>,
  isWanted: (path: string) => boolean,
): SlicedWork<ReadonlyMap<string, File>> {
  const wanted = new Map<string, File>();
  yield* eachSliced(files, ([path, file]) => isWanted(path) && wanted.set(path, file));
  return wanted;
}

/** The changes of the wanted files, and those that there are after them. */
function* changesOfWanted(before: FilesByPath, now: FilesByPath, isWanted: (path: string) => boolean) {
  const after = yield* only(now, isWanted);
  return { after, changes: yield* changesBetween(yield* only(before, isWanted), after) };
}

const sumOf = (files: FilesByPath): { readonly files: number; readonly bytes: number } => {
  let bytes = 0;
  for (const { size } of files.values()) bytes += size;
  return { files: files.size, bytes };
};

const bytesAddedBy = ({ added, changed }: FileChanges, after: FilesByPath): number =>
  [...added, ...changed].reduce((sum, path) => sum + (after.get(path)?.size ?? 0), 0);

const countsOf = ({ added, changed, renamed, deleted }: FileChanges): ChangeCounts => ({
  added: added.length,
  changed: changed.length,
  renamed: renamed.size,
  deleted: deleted.length,
});

/** An import without a text has the id of its job as its message, which tells a reader nothing. */
const headingOf = (
  { ledger }: HistoryDependencies,
  { version, heading: { created, user, message } }: StoredVersion,
): Pick<VersionOfHistory, 'version' | 'made' | 'agent' | 'message' | 'job' | 'deposit'> => {
  const { jobId = null, depositId = null } = ledger.versions.at(version - 1) ?? {};
  return {
    version,
    made: created,
    agent: user?.name ?? null,
    message: message === jobId ? null : message,
    job: jobId,
    deposit: depositId,
  };
};
