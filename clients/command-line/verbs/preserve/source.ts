import { basename, resolve } from 'node:path';
import { digestFiles, type FileDigests } from '../../folder/digest-files.js';
import { inspectFolder, type LocalFile } from '../../folder/folder-inspection.js';
import {
  readPreservableFolder,
  requireFolder,
  requirePreservable,
  type PreservableFolder,
} from '../../folder/preservable-folder.js';
import { filesInDeposit } from '../../deposit/sync-plan.js';
import type { Progress } from '../../output/progress.js';
import { isBag, readLocalBag, type BagReading } from './bag-reading.js';
import { inspectListed, openList } from './listed-files.js';
import type { TypedSource } from './options.js';
import type { PreserveSettings } from './settings.js';

/** What is preserved, before its files are read. */
export interface Source {
  /** As it is named to people. */
  readonly shown: string;
  /** The display name of a new group. */
  readonly name: string;
  readonly folder: PreservableFolder;
  readonly bag: BagReading | null;
}

/** The digests of a source. */
export interface ReadSource {
  /** SHA-256 in lower-case hex, by the paths in the deposit. */
  readonly digests: ReadonlyMap<string, string>;
  /** What the manifests of a bag have proven; null where the source is none. */
  readonly bagText: string | null;
}

/** Looks through a folder, a bag or a list. Rejects with CommandFault for what cannot be preserved. */
export const openSource = async (source: TypedSource, { exclusion }: PreserveSettings): Promise<Source> => {
  if (source.kind === 'list') {
    const inspection = await inspectListed('.', openList(source.path, source.separator), exclusion);
    const folder = requirePreservable('.', inspection);
    return { shown: source.path === '-' ? 'the list' : source.path, name: basename(resolve('.')), folder, bag: null };
  }
  const { path } = source;
  await requireFolder(path);
  const named = { shown: path === '.' ? basename(resolve(path)) : path, name: basename(resolve(path)) };
  const inspection = await inspectFolder(path, undefined, exclusion);
  if (!isBag(inspection.folder)) return { ...named, folder: requirePreservable(path, inspection), bag: null };
  const bag = await readLocalBag(path, await readPreservableFolder(path), exclusion);
  return { ...named, folder: bag.folder, bag };
};

/** The files of a source that are read. */
const filesOf = ({ folder, bag }: Source): ReadonlyMap<string, LocalFile> => bag?.files ?? filesInDeposit(folder);

/** Reads each file of a source once. Rejects with CommandFault for one that cannot be read, and for a bag that is not valid. */
export const readSource = async (source: Source, progress: Progress): Promise<ReadSource> => {
  const { folder, bag } = source;
  const algorithmsOf = (path: string): readonly string[] => [
    ...new Set(['sha256', ...(bag === null ? [] : bag.algorithmsOf(path))]),
  ];
  const found: ReadonlyMap<string, FileDigests> = await digestFiles(filesOf(source), progress, algorithmsOf);
  const bagText = bag === null ? null : await bag.check(found);
  const kept = [...filesInDeposit(folder).keys()].map((path) => [path, found.get(path)?.['sha256'] ?? ''] as const);
  return { digests: new Map(kept), bagText };
};
