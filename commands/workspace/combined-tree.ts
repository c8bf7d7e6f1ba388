import { lastName } from '../../formats/paths/repository-path.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { ComparedFile, DirectoryOf } from '../../formats/mets/compared-mets.js';
import type { MetadataEntry } from '../../formats/metadata/entries.js';
import { factsInDeposit, factsInMets, type FileFacts } from './file-facts.js';
import type { WorkspaceFolder } from './folder-tree.js';
import type { Mismatch } from './mismatch.js';
import { mismatchesOf } from './mismatches.js';
import type { WorkspaceObject } from './workspace-object.js';

/** Where a file or folder is: in the workspace, in the METS (preservation 2.10). */
export type Whereabouts = 'Both' | 'Deposit' | 'Mets' | 'Extra' | 'Neither';

/**
 * A folder of the workspace, of the METS, or of both. Its content is merged each time it is read. `File` and `Directory` are
 * what is known of those of the METS: all that it says, or what is compared.
 */
export interface CombinedFolder<File extends ComparedFile, Directory extends DirectoryOf<File, Directory>> {
  /** Relative to the files to preserve: without `data/` in a bag. */
  readonly localPath: string;
  readonly inDeposit: WorkspaceFolder | null;
  readonly inMets: Directory | null;
  readonly whereabouts: Whereabouts;
  /** In the order of their names' UTF-8 bytes; so are the folders. */
  readonly files: () => Iterable<CombinedFile<File>>;
  readonly folders: () => Iterable<CombinedFolder<File, Directory>>;
}

export interface CombinedFile<File extends ComparedFile> {
  /** As for a folder; `../` and the path relative to the deposit for a file outside the payload of a bag. */
  readonly localPath: string;
  readonly inDeposit: FileWithMetadata | null;
  readonly inMets: { readonly file: File; readonly facts: FileFacts } | null;
  readonly mismatches: readonly Mismatch[];
  readonly whereabouts: Whereabouts;
}

/** A file of a workspace with the metadata that tools give for it. */
export interface FileWithMetadata {
  readonly file: WorkspaceObject;
  readonly toolMetadata: readonly MetadataEntry[];
  readonly facts: FileFacts;
}

/** The workspace and its METS, each as a tree from the root of what is to be preserved. */
export interface TreeSources<Directory> {
  readonly deposit: WorkspaceFolder;
  /** The METS file itself is among its files; null for a deposit without a METS. */
  readonly mets: Directory | null;
  /** Path of the METS among the files. */
  readonly metsPath: string | null;
  /** Files of the workspace outside of it, which are shown in the root. */
  readonly outside: readonly WorkspaceObject[];
  readonly toolMetadataOf: (path: string) => readonly MetadataEntry[];
}

/** Merges a workspace and its METS level by level (preservation 2.10, companion 2.14 and 10). */
export const combinedTree = <File extends ComparedFile, Directory extends DirectoryOf<File, Directory>>(
  sources: TreeSources<Directory>,
): CombinedFolder<File, Directory> => {
  const root = combinedFolder<File, Directory>(sources, '', sources.deposit, sources.mets);
  const extra = (file: WorkspaceObject): CombinedFile<File> => ({
    ...combinedFile<File>(sources, `../${file.path}`, file, null),
    whereabouts: 'Extra',
  });
  return { ...root, files: () => bySlug([...root.files(), ...sources.outside.map(extra)]) };
};

const whereaboutsOf = (inDeposit: unknown, inMets: unknown): Whereabouts => {
  if (inDeposit === null) return 'Mets';
  return inMets === null ? 'Deposit' : 'Both';
};

const combinedFolder = <File extends ComparedFile, Directory extends DirectoryOf<File, Directory>>(
  sources: TreeSources<Directory>,
  localPath: string,
  inDeposit: WorkspaceFolder | null,
  inMets: Directory | null,
): CombinedFolder<File, Directory> => {
  const below = (slug: string): string => (localPath === '' ? slug : `${localPath}/${slug}`);
  return {
    localPath,
    inDeposit,
    inMets,
    whereabouts: whereaboutsOf(inDeposit, inMets),
    files: () =>
      paired(inDeposit?.files ?? [], inMets?.files ?? []).map(([slug, stored, described]) =>
        combinedFile<File>(sources, below(slug), stored, described),
      ),
    folders: () =>
      paired(inDeposit?.folders ?? [], inMets?.directories ?? []).map(([slug, stored, described]) =>
        combinedFolder<File, Directory>(sources, below(slug), stored, described),
      ),
  };
};

const combinedFile = <File extends ComparedFile>(
  { toolMetadataOf, metsPath }: Pick<TreeSources<unknown>, 'toolMetadataOf' | 'metsPath'>,
  localPath: string,
  stored: WorkspaceObject | null,
  described: File | null,
): CombinedFile<File> => {
  const toolMetadata = stored === null ? [] : toolMetadataOf(stored.path);
  const inDeposit =
    stored === null ? null : { file: stored, toolMetadata, facts: factsInDeposit(localPath, stored, toolMetadata) };
  const inMets = described === null ? null : { file: described, facts: factsInMets(described) };
  const isCompared = inDeposit !== null && inMets !== null && !/^metadata\//.test(localPath) && localPath !== metsPath;
  const mismatches = isCompared ? mismatchesOf(inDeposit.facts, inMets.facts) : [];
  return { localPath, inDeposit, inMets, mismatches, whereabouts: whereaboutsOf(inDeposit, inMets) };
};

/** The children of a folder in the workspace and in the METS, paired by name, in order. */
const paired = <Stored extends { readonly path: string }, Described extends { readonly localPath: string }>(
  inDeposit: readonly Stored[],
  inMets: readonly Described[],
): (readonly [slug: string, stored: Stored | null, described: Described | null])[] => {
  const stored = new Map(inDeposit.map((each) => [lastName(each.path), each]));
  const described = new Map(inMets.map((each) => [lastName(each.localPath), each]));
  const slugs = [...new Set([...stored.keys(), ...described.keys()])].sort(compareUtf8);
  return slugs.map((slug) => [slug, stored.get(slug) ?? null, described.get(slug) ?? null]);
};

const bySlug = <File extends ComparedFile>(files: readonly CombinedFile<File>[]): CombinedFile<File>[] =>
  [...files].sort((a, b) => compareUtf8(lastName(a.localPath), lastName(b.localPath)));
