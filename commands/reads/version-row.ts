import { runInSlices } from '../../flow/run-in-slices.js';
import type { FileInMets } from '../../formats/mets/files-in-mets.js';
import { noOwnTerms, noTerms } from '../../formats/mets/description/terms.js';
import type { DescribedFile } from '../../formats/mets/model/described-mets.js';
import {
  indexFolders,
  type FolderIndex,
  type IndexedFile,
  type ItemToIndex,
} from '../../formats/paths/folder-index.js';
import { versionNumber } from '../../formats/ocfl/version-name.js';
import { isBelow, lastName } from '../../formats/paths/repository-path.js';
import { describedTree, metsPath } from './described-files.js';
import { fileOfVersion, sinceReader, type FileOfVersion, type ListingDependencies } from './files-of-version.js';
import type { StoredFile, StoredVersion } from './stored-version.js';

/**
 * What can be said of a file of a version, the worst first; a file may be in several. `not-recorded`: the METS does not list
 * it. All but the first are asked of the content alone, which is below `objects/`.
 */
export const VERSION_STATES = ['infected', 'not-recorded', 'not-identified', 'not-scanned'] as const;

type Terms = Pick<DescribedFile, 'own' | 'effective'>;

/** A file of a version, as a tree shows it. */
export interface VersionRow
  extends IndexedFile, Pick<FileOfVersion, 'digest' | 'format' | 'fileDate' | 'originalName' | 'scans'> {
  readonly size: number;
  readonly since: number;
  readonly contentType: string | null;
  /** Relative to the object root. */
  readonly contentPath: string;
  readonly terms: Terms;
}

export interface VersionFolderDetail {
  readonly terms: Terms;
}

/** How often a format occurs in a version. */
export interface FormatCount {
  readonly name: string;
  /** The key in PRONOM; null where the METS has none. */
  readonly key: string | null;
  readonly files: number;
  readonly bytes: number;
}

/** A version, so that a folder of it can be listed alone. */
export interface VersionIndex {
  readonly index: FolderIndex<VersionRow, VersionFolderDetail>;
  /** The most frequent first. */
  readonly formats: readonly FormatCount[];
  /** The stored path of its METS; null without one. */
  readonly mets: string | null;
  readonly earlier: EarlierFiles;
}

/** The files of a version whose bytes an earlier one wrote. */
export interface EarlierFiles {
  readonly files: number;
  /** The version that wrote them; null where several did. */
  readonly version: number | null;
}

/** Indexes a version with what its METS says. Rejects as `filesOfVersion` does. */
export const indexVersion = async (on: ListingDependencies, version: StoredVersion): Promise<VersionIndex> => {
  const sinceOf = await sinceReader(on, version);
  const { files, folders } = await describedTree(on, version);
  const formats = new Map<string, FormatCount>();
  const items = function* (): Generator<ItemToIndex<VersionRow, VersionFolderDetail>> {
    const named = new Set<string>();
    for (const { path, name, own, effective } of folders) {
      named.add(path);
      yield { folder: { path, name: version.folders.get(path) ?? name, detail: { terms: { own, effective } } } };
    }
    for (const [path, name] of version.folders)
      if (!named.has(path)) yield { folder: { path, name: name ?? lastName(path), detail: { terms: NO_TERMS } } };
    for (const [path, file] of version.files) {
      const known = { since: sinceOf(path, file), algorithm: version.algorithm, said: files.get(path) };
      const row = rowOf(path, file, known);
      countFormat(formats, row);
      yield { file: row };
    }
  };
  const index = await runInSlices(indexFolders(items(), { states: VERSION_STATES.length }));
  return {
    index,
    formats: [...formats.values()].sort((a, b) => b.files - a.files),
    mets: metsPath(version.files),
    earlier: earlierIn(version),
  };
};

const earlierIn = ({ files, version }: StoredVersion): EarlierFiles => {
  const writers = new Set<string>();
  let earlier = 0;
  for (const { contentPath } of files.values()) {
    const writer = contentPath.slice(0, contentPath.indexOf('/'));
    if (versionNumber(writer) === version) continue;
    writers.add(writer);
    earlier++;
  }
  const [only, second] = writers;
  return { files: earlier, version: only === undefined || second !== undefined ? null : versionNumber(only) };
};

const NO_TERMS: Terms = { own: noOwnTerms, effective: noTerms };

const countFormat = (formats: Map<string, FormatCount>, { format, size }: VersionRow): void => {
  if (format === null) return;
  const { name, key } = format;
  const known = formats.get(key ?? name) ?? { name, key, files: 0, bytes: 0 };
  formats.set(key ?? name, { ...known, files: known.files + 1, bytes: known.bytes + size });
};

interface Known {
  readonly since: number;
  readonly algorithm: FileOfVersion['digest']['algorithm'];
  readonly said: (FileInMets & Terms & { readonly name: string }) | undefined;
}

const rowOf = (stored: string, file: StoredFile, known: Known): VersionRow => {
  const { stored: path, mediaType: contentType, ...shown } = fileOfVersion(stored, file, known);
  const { said } = known;
  const { own, effective } = said ?? NO_TERMS;
  return {
    ...shown,
    path,
    name: file.name ?? said?.name ?? lastName(path),
    states: statesOf(path, said),
    contentType,
    contentPath: file.contentPath,
    terms: { own, effective },
  };
};

const statesOf = (path: string, said: Known['said']): number => {
  const isContent = isBelow(path, 'objects');
  const key = said?.format?.pronomKey ?? 'UNKNOWN';
  const holds: Readonly<Record<(typeof VERSION_STATES)[number], boolean>> = {
    infected: said?.scans[0]?.found === true,
    'not-recorded': isContent && said === undefined,
    'not-identified': isContent && key === 'UNKNOWN',
    'not-scanned': isContent && (said?.scans ?? []).length === 0,
  };
  return VERSION_STATES.reduce((bits, state, index) => (holds[state] ? bits | (1 << index) : bits), 0);
};
