import { findMets } from '../../formats/mets/find-mets.js';
import type { FileInMets } from '../../formats/mets/files-in-mets.js';
import { workInline } from '../../formats/mets/mets-work.js';
import type { MetsAgents } from '../../formats/mets/model/agents.js';
import { readWhole } from '../../formats/read-whole.js';
import { XmlFault } from '../../formats/xml/fault.js';
import { refuseTooLarge } from '../../formats/xml/parse.js';
import type { Dependencies } from '../core/dependencies.js';
import type { StoredVersion } from './stored-version.js';

/** What reads the METS of a version. */
export interface DescribingDependencies extends Pick<Dependencies, 'bytes' | 'mets' | 'holder'> {
  readonly agents: MetsAgents;
}

const NOTHING: ReadonlyMap<string, FileInMets> = new Map();

/**
 * What the METS in the root of a version says of its files, by their stored paths; nothing where there is no METS, or one
 * that cannot be read. Rejects with MetsWorkFault and ByteStoreFault.
 */
export const describedFiles = async (
  { bytes, mets = workInline, holder, agents }: DescribingDependencies,
  { place, files }: Pick<StoredVersion, 'place' | 'files'>,
): Promise<ReadonlyMap<string, FileInMets>> => {
  const path = findMets([...files.keys()].filter((each) => !each.includes('/')));
  const found = path === null ? undefined : files.get(path);
  if (found === undefined || isTooLarge(found.size)) return NOTHING;
  const at = { bucket: place.bucket, key: `${place.root}/${found.contentPath}` };
  const source = { size: found.size, sha256: null, read: async () => (await readWhole(bytes, at)).bytes };
  const read = await mets('files', source, { agents, present: new Set(files.keys()) }, holder);
  return read.ok ? new Map(read.value.files.map((file) => [file.path, file])) : NOTHING;
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
