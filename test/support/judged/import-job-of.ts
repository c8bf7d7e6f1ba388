import { escapePath } from '../../../formats/paths/repository-path.js';
import type { WrittenVersion } from './written-groups.js';
import { sha256Of } from '../sha256.js';

/** Where a job's files are, and what it is for. */
export interface JobPlace {
  readonly deposit: string;
  /** URI of the group. */
  readonly group: string;
  /** `s3://` URI of the deposit's files, with a slash at its end. */
  readonly files: string;
}

const WRONG = sha256Of('what nobody has uploaded');

/** The key of a file in the workspace says nothing of its path: any key may hold any file. */
const fileName = (path: string): string => sha256Of(path).slice(0, 32);

/** The files to upload for a job, by their names in the deposit. */
export const uploadsFor = ({ add = {}, patch = {} }: WrittenVersion): ReadonlyMap<string, string> =>
  new Map(Object.entries({ ...add, ...patch }).map(([path, text]) => [fileName(path), text]));

/** A hand-written import job (preservation 2.11). */
export const importJobOf = (version: WrittenVersion, { deposit, group, files }: JobPlace): object => {
  const idOf = (path: string): string => `${group}/${escapePath(path)}`;
  const ids = (paths: readonly string[] = []): object[] => paths.map((path) => ({ id: idOf(path) }));
  const named = (names: Readonly<Record<string, string>> = {}): object[] =>
    Object.entries(names).map(([path, name]) => ({ id: idOf(path), name }));
  const contents = (texts: Readonly<Record<string, string>> = {}): object[] =>
    Object.entries(texts).map(([path, text], index) => ({
      id: idOf(path),
      name: path.slice(path.lastIndexOf('/') + 1),
      origin: `${files}${fileName(path)}`,
      contentType: 'text/plain',
      size: Buffer.byteLength(text),
      digest: version.mustFail === true && index === 0 ? WRONG : sha256Of(text).toUpperCase(),
    }));
  return {
    deposit,
    archivalGroup: group,
    ...(version.name === undefined ? {} : { archivalGroupName: version.name }),
    containersToAdd: ids(version.containers),
    binariesToAdd: contents(version.add),
    binariesToPatch: contents(version.patch),
    binariesToDelete: ids(version.deleted),
    containersToDelete: ids(version.deletedContainers),
    containersToRename: named(version.renamedContainers),
    binariesToRename: named(version.renamed),
  };
};
