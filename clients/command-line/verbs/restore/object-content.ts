import { versionNumber } from '../../../../formats/ocfl/version-name.js';
import type { Archive, ArchivedFile } from '../../../archive/archive.js';
import type { GroupTarget } from '../../looking/target.js';
import type { ChosenFile } from './chosen-files.js';
import type { ReadContent, ReadPieces } from './read-content.js';
import { contentOf, type ContentSource } from './tar-reader.js';
import { LEAST_FILES } from './tar-runs.js';

type Reading = Pick<Archive, 'files' | 'openTar' | 'pathOfObjectFile'>;
type WithTar = Pick<Archive, 'files'> & Required<Pick<Archive, 'openTar'>>;
type Group = GroupTarget['group'];

/** Files of an object in the order in which they are best read, and their content. */
export interface ObjectContent {
  readonly files: readonly ChosenFile[];
  readonly content: ReadContent;
  close(): Promise<void>;
}

/** The number of the version that has written a file of an object; null where it is beside the versions. */
const writtenBy = ({ stored }: Pick<ChosenFile, 'stored'>): number | null =>
  versionNumber(stored.slice(0, Math.max(0, stored.indexOf('/'))));

const byVersion = (files: readonly ChosenFile[]): ReadonlyMap<number, ReadonlyMap<string, ChosenFile>> => {
  const versions = new Map<number, Map<string, ChosenFile>>();
  for (const file of files) {
    const version = writtenBy(file);
    if (version === null) continue;
    const wanted = versions.get(version) ?? new Map<string, ChosenFile>();
    versions.set(version, wanted.set(file.digest.value, file));
  }
  return versions;
};

/** The files of an object that a version wrote and has, as the version has them, in the order of its listing. */
const filesInVersion = async (
  archive: Pick<Archive, 'files'>,
  { group, version }: { readonly group: Group; readonly version: number },
  written: ReadonlyMap<string, ChosenFile>,
): Promise<ReadonlyMap<ChosenFile, ArchivedFile>> => {
  const found = new Map<ChosenFile, ArchivedFile>();
  for await (const file of archive.files(group, version, '', { described: false, placed: true })) {
    const chosen = written.get(file.digest.value);
    if (chosen !== undefined && !found.has(chosen)) found.set(chosen, file);
  }
  return found;
};

/** Reads what versions have written from the tars of these, where they have many files; the others by `alone`. */
const fromTars = async (
  archive: WithTar,
  group: Group,
  files: readonly ChosenFile[],
  alone: ReadPieces,
  signal: AbortSignal,
): Promise<ObjectContent> => {
  const sources: ContentSource[] = [];
  const readers = new Map<string, () => ReturnType<ReadContent>>();
  const ordered = new Set<ChosenFile>();
  for (const [version, written] of byVersion(files)) {
    if (written.size < LEAST_FILES) continue;
    const found = await filesInVersion(archive, { group, version }, written);
    const asInObject = new Map(Array.from(found, ([{ stored }, file]) => [file.stored, stored]));
    const aloneInObject: ReadPieces = ({ stored, size }) => alone({ stored: asInObject.get(stored) ?? stored, size });
    const listed = { group, version, listed: '', files: [...found.values()] };
    const source = contentOf({ openTar: archive.openTar }, listed, aloneInObject, signal);
    sources.push(source);
    for (const [chosen, file] of found) {
      ordered.add(chosen);
      readers.set(chosen.stored, () => source.content(file));
    }
  }
  for (const file of files) ordered.add(file);
  return {
    files: [...ordered],
    content: async (file) => readers.get(file.stored)?.() ?? alone(file),
    close: async () => {
      await Promise.all(sources.map((source) => source.close()));
    },
  };
};

/**
 * The content of the files of an object. Of one whose files this computer has, it is their paths; of one over a network, small
 * files that a version has written come many in one answer, as those of the version do.
 */
export const objectContent = async (
  archive: Reading,
  { group, version }: Pick<GroupTarget, 'group' | 'version'>,
  files: readonly ChosenFile[],
  alone: ReadPieces,
  signal: AbortSignal,
): Promise<ObjectContent> => {
  const openTar = archive.openTar?.bind(archive);
  if (openTar !== undefined)
    return fromTars({ files: (...of) => archive.files(...of), openTar }, group, files, alone, signal);
  const content: ReadContent = async (file) => {
    // What the object does not have is not there when it is asked for, either.
    const path = await archive.pathOfObjectFile?.(group, version, file.stored).catch(() => undefined);
    return path === undefined ? alone(file) : { path };
  };
  return { files, content, close: () => Promise.resolve() };
};
