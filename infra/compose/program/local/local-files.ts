import type { ArchivedFile } from '../../../../clients/archive/archive.js';
import { filesOfVersion, pageOfFiles } from '../../../../commands/reads/files-of-version.js';
import type { StoredVersion, VersionReader } from '../../../../commands/reads/stored-version.js';
import type { ByteStore } from '../../../../formats/bytes.js';
import { momentOrNull } from '../../../../gateways/rendering/moment.js';

/** Who wrote what a METS says is not looked at here. */
const AGENTS = { own: '', accepted: [] };

/** What is listed of a version. */
export interface ListedPart {
  /** A stored path or folder; empty for all. */
  readonly below: string;
  /** Whether what only the METS says is wanted. */
  readonly described: boolean;
}

/** The files of a version, as `filesOfVersion` lists them. */
export const listFiles = async (
  on: { readonly bytes: ByteStore; readonly reader: Pick<VersionReader, 'wholeInventory'> },
  version: StoredVersion,
  { below, described }: ListedPart,
): Promise<Iterable<ArchivedFile>> => {
  const files = await filesOfVersion({ ...on, holder: '', agents: AGENTS }, version, { described });
  const page = pageOfFiles(files, { below, after: null, limit: files.length });
  return {
    *[Symbol.iterator]() {
      for (const file of page.files) yield { ...file, fileDate: momentOrNull(file.fileDate) };
    },
  };
};
