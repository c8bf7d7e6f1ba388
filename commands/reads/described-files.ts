import { findMets } from '../../formats/mets/find-mets.js';
import type { FileInMets } from '../../formats/mets/files-in-mets.js';
import { storedSource, workInline, type MetsOrder, type MetsResult } from '../../formats/mets/mets-work.js';
import type { TreeInMets } from '../../formats/mets/tree-in-mets.js';
import type { MetsAgents } from '../../formats/mets/model/agents.js';
import { recordedContent } from '../../formats/ocfl/recorded-content.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { XmlFault } from '../../formats/xml/fault.js';
import { refuseTooLarge } from '../../formats/xml/limits.js';
import type { Dependencies } from '../core/dependencies.js';
import type { StoredVersion } from './stored-version.js';

/** What reads the METS of a version. */
export interface DescribingDependencies extends Pick<Dependencies, 'bytes' | 'mets' | 'holder'> {
  readonly agents: MetsAgents;
}

type DescribedVersion = Pick<StoredVersion, 'group' | 'version' | 'place' | 'algorithm' | 'files'>;

/** The stored path of the METS in the root of a version; null without one. */
export const metsPath = (files: StoredVersion['files']): string | null =>
  findMets([...files.keys()].filter((each) => !each.includes('/')));

/**
 * What a task finds in the METS in the root of a version; null where there is no METS, or one that cannot be read. Rejects
 * with MetsWorkFault and ByteStoreFault, and with OcflFault where it has other bytes than were preserved.
 */
const readMetsOfVersion = async <Task extends 'files' | 'tree'>(
  task: Task,
  { bytes, mets = workInline, holder, agents }: DescribingDependencies,
  { group, version, place, algorithm, files }: DescribedVersion,
): Promise<Extract<MetsResult<Task>, { ok: true }>['value'] | null> => {
  const path = metsPath(files);
  const found = path === null ? undefined : files.get(path);
  if (path === null || found === undefined || isTooLarge(found.size)) return null;
  const at = { bucket: place.bucket, key: `${place.root}/${found.contentPath}`, size: found.size };
  const digest = { algorithm, value: found.digest };
  const recorded = recordedContent(`${group}@${versionName(version)}`, path, digest);
  const source = storedSource(bytes, at, { recorded });
  const order = { agents, present: new Set(files.keys()) } as MetsOrder<Task>;
  const read: MetsResult<Task> = await mets(task, source, order, holder);
  return read.ok ? read.value : null;
};

const byPath = <Said extends { readonly path: string }>(said: readonly Said[]): ReadonlyMap<string, Said> =>
  new Map(said.map((each) => [each.path, each]));

/** What the METS of a version says of its files, by their stored paths. Rejects as `readMetsOfVersion` does. */
export const describedFiles = async (
  on: DescribingDependencies,
  version: DescribedVersion,
): Promise<ReadonlyMap<string, FileInMets>> => byPath((await readMetsOfVersion('files', on, version))?.files ?? []);

/** The same with names and terms, and with folders, by their stored paths; an empty tree without a METS. */
export const describedTree = async (
  on: DescribingDependencies,
  version: DescribedVersion,
): Promise<{
  readonly files: ReadonlyMap<string, TreeInMets['files'][number]>;
  readonly folders: TreeInMets['folders'];
}> => {
  const read = await readMetsOfVersion('tree', on, version);
  return { files: byPath(read?.files ?? []), folders: read?.folders ?? [] };
};

const isTooLarge = (size: number): boolean => {
  try {
    refuseTooLarge(size);
    return false;
  } catch (error) {
    if (error instanceof XmlFault) return true;
    throw error;
  }
};
