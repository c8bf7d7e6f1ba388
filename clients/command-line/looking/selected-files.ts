import type { Archive, ArchivedFile, ListingOptions } from '../../archive/archive.js';
import { begun } from './begun.js';
import { missingFile } from './missing-file.js';
import { namingOf, type Naming } from './naming.js';
import { folderBefore, isPattern } from './file-pattern.js';
import type { GroupTarget } from './target.js';

/** The files that a path means in a version. */
export interface SelectedFiles {
  readonly kind: 'file' | 'folder' | 'pattern';
  /** The stored path whose listing the files come from; empty for the whole version. */
  readonly listed: string;
  readonly files: AsyncIterable<ArchivedFile>;
  /** The name of a file below the folder that is meant; below the group for a file or a pattern. */
  readonly nameOf: (file: ArchivedFile) => string;
  /** The name of a file below the group. */
  readonly pathOf: (file: ArchivedFile) => string;
}

/** Which names are meant, and what of the files is wanted. */
export interface FileSelection extends ListingOptions {
  /** Whether names are stored paths. */
  readonly stored: boolean;
  /** The verb that asks. */
  readonly verb: string;
}

type Listing = Pick<Archive, 'files' | 'changesOf'>;

async function* matching(
  files: AsyncIterable<ArchivedFile>,
  matches: (file: ArchivedFile) => boolean,
): AsyncGenerator<ArchivedFile> {
  for await (const file of files) if (matches(file)) yield file;
}

const byPattern = async (
  archive: Listing,
  { group, version, below }: GroupTarget,
  { storedAt, pathOf }: Naming,
  options: ListingOptions,
): Promise<SelectedFiles> => {
  // Loaded by those who have a pattern: it takes as long as thirty other modules.
  const { patternMatcher } = await import('./pattern-matcher.js');
  const matches = patternMatcher(below);
  const listed = storedAt(folderBefore(below));
  const files = archive.files(group, version, listed, options);
  return { kind: 'pattern', listed, files: matching(files, (file) => matches(pathOf(file))), nameOf: pathOf, pathOf };
};

/**
 * The files that a path means: a name that is there, else a pattern. With `stored` everything, by its stored path.
 * Rejects with CommandFault where there is no such file or folder; a pattern may match nothing.
 */
export const selectFiles = async (
  archive: Listing,
  target: GroupTarget,
  { stored, verb, ...options }: FileSelection,
): Promise<SelectedFiles> => {
  const { group, version, below } = target;
  const naming = namingOf(stored);
  const { pathOf } = naming;
  const at = naming.storedAt(below);
  const files = await begun(archive.files(group, version, at, options));
  if (files === null) {
    if (below === '')
      return {
        kind: 'folder',
        listed: at,
        files: matching(archive.files(group, version, at, options), () => false),
        nameOf: pathOf,
        pathOf,
      };
    if (isPattern(below)) return byPattern(archive, target, naming, options);
    throw await missingFile(archive, target, { at, verb, pathOf });
  }
  const { first, all } = files;
  if (first.stored === at) return { kind: 'file', listed: at, files: all, nameOf: pathOf, pathOf };
  const prefix = below === '' ? 0 : below.length + 1;
  return { kind: 'folder', listed: at, files: all, nameOf: (file) => pathOf(file).slice(prefix), pathOf };
};
