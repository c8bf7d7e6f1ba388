import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, WorkingDirectory } from '../../api/resources.js';
import { CommandFault } from '../command-fault.js';
import type { Tree } from './sync-plan.js';

/** The tree that the METS of a deposit describes. */
export const describedTree = async (client: PreservationClient, { id }: Deposit): Promise<Tree> => {
  const { files, physicalStructure } = await client.getParsedMets(idIn(id));
  return {
    files: new Map(files.map(({ localPath, digest }) => [localPath, digest])),
    folders: new Set(foldersBelow(physicalStructure)),
  };
};

const foldersBelow = function* ({ directories }: WorkingDirectory): Generator<string> {
  for (const directory of directories) {
    yield directory.localPath;
    yield* foldersBelow(directory);
  }
};

/** The tree in the workspace of a deposit, with the store's digests. Throws CommandFault for a file named as a folder. */
export const uploadedTree = async (client: PreservationClient, { id }: Deposit): Promise<Tree> => {
  const root = await client.getDepositFilesystem(idIn(id));
  const files = new Map<string, string | null>();
  for (const { localPath, size, digest } of filesBelow(root)) {
    if (localPath.endsWith('/'))
      throw new CommandFault(
        `'${localPath}' of the deposit has ${size} bytes, but only the key of a folder can end in a slash. ` +
          'Upload it again under a name without the slash, or delete it.',
      );
    files.set(localPath, digest);
  }
  return { files, folders: new Set(foldersBelow(root)) };
};

const filesBelow = function* ({ files, directories }: WorkingDirectory): Generator<WorkingDirectory['files'][number]> {
  yield* files;
  for (const directory of directories) yield* filesBelow(directory);
};
