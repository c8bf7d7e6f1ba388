import { PlanFault, readPlan } from '../../commands/import-plan/plan-stream.js';
import type { PublishedVersion } from '../../commands/archival-group/state.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { readHeadPart } from '../../formats/group-state/read-head-part.js';
import { readHeadState } from '../../formats/group-state/read-head-state.js';
import { isPlatformPath } from '../../formats/ocfl/platform-folder.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { IndexedFile } from '../../projections/search/indexed-file.js';
import type { IndexChange, IndexedText } from '../../projections/search/substring-index.js';
import type { ReadableIndex } from './index-feed.js';
import { sortableTime } from './sortable-time.js';

export type FileReadDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places'>;

/** A group, and its newest published version. */
export interface GroupHead {
  readonly group: RepositoryPath;
  readonly head: PublishedVersion;
}

/** What changes of the files of one group. */
export type FileChanges = Pick<IndexChange, 'put' | 'remove'>;

const fileEntry = (
  group: RepositoryPath,
  { path, created, modified, size, sha256, contentType }: BinaryRecord,
): IndexedText => {
  const about: IndexedFile = { lastModified: sortableTime(modified), size, sha256, mimeType: contentType };
  const text = `${group}/${path}`;
  return { key: text, partition: group, text, created: sortableTime(created), about: { ...about } };
};

const isSame = (one: IndexedText, other: IndexedText): boolean => {
  const [about, otherAbout] = [one.about, other.about] as unknown as [IndexedFile, IndexedFile];
  return (
    one.text === other.text &&
    one.created === other.created &&
    about.lastModified === otherAbout.lastModified &&
    about.size === otherAbout.size &&
    about.sha256 === otherAbout.sha256 &&
    about.mimeType === otherAbout.mimeType
  );
};

/** The difference between all files of a group and what the index has of them. */
export const wholeDifference = async (
  { bytes, places }: FileReadDependencies,
  index: ReadableIndex,
  { group, head }: GroupHead,
): Promise<FileChanges> => {
  const { sha256 } = head.inventory;
  const version = versionName(head.version);
  const { state } = await readHeadState(bytes, objectPlaceOf({ places }, group), { version, sha256 });
  const missing = new Map<string, IndexedText>();
  const expect = (binary: BinaryRecord): void => {
    if (isPlatformPath(binary.path)) return;
    const entry = fileEntry(group, binary);
    missing.set(entry.key, entry);
  };
  await runInSlices(eachSliced(state.binaries.values(), expect));
  const remove: string[] = [];
  for await (const known of index.partition(group))
    for (const entry of known) {
      const expected = missing.get(entry.key);
      if (expected === undefined) remove.push(entry.key);
      else if (isSame(entry, expected)) missing.delete(entry.key);
    }
  return { put: [...missing.values()], remove };
};

type NamedOperation = Pick<PlanEntry, 'op' | 'path'>;

/** The operations of a plan; null for a plan that is broken. */
const plannedOperations = async ({ events }: FileReadDependencies, jobId: string): Promise<NamedOperation[] | null> => {
  const named: NamedOperation[] = [];
  try {
    for await (const { op, path } of readPlan(events, jobId)) named.push({ op, path });
  } catch (error) {
    if (error instanceof PlanFault) return null;
    throw error;
  }
  return named;
};

/**
 * What the import of the newest version changed, for an index that includes the version before: only the resources of its
 * plan are looked at. Null where that cannot be told, so that the whole group must be read.
 */
export const plannedDifference = async (
  reading: FileReadDependencies,
  { group, head }: GroupHead,
  jobId: string,
): Promise<FileChanges | null> => {
  const operations = await plannedOperations(reading, jobId);
  if (operations === null) return null;
  const at = { version: versionName(head.version), sha256: head.inventory.sha256 };
  const part = await readHeadPart(reading.bytes, objectPlaceOf(reading, group), at, operations);
  if (part === null) return null;
  const put: IndexedText[] = [];
  await runInSlices(eachSliced(part.binaries.values(), (binary) => put.push(fileEntry(group, binary))));
  const gone = new Set(operations.map(({ path }) => path).filter((path) => !part.binaries.has(path)));
  // The index writes entries of one time fastest from the last path to the first.
  return { put: put.reverse(), remove: Array.from(gone, (path) => `${group}/${path}`) };
};
