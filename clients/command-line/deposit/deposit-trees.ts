import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, WorkingDirectory } from '../../api/resources.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { CommandFault } from '../command-fault.js';
import type { DepositObjects } from './deposit-objects.js';
import { OBJECTS, type Tree } from './sync-plan.js';

const CONCURRENT_REQUESTS = 16;

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

/** The bucket and key prefix of a deposit. */
export const placeOf = ({ files }: Deposit): { readonly bucket: string; readonly prefix: string } => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  return { bucket, prefix };
};

/** The tree in the workspace of a deposit, with the store's digests. Throws CommandFault for a file named as a folder. */
export const uploadedTree = async (objects: DepositObjects, deposit: Deposit): Promise<Tree> => {
  const { bucket, prefix } = placeOf(deposit);
  const files = new Map<string, string | null>();
  const folders = new Set<string>();
  for await (const { key, size } of objects.list(bucket, `${prefix}${OBJECTS}/`)) {
    const path = key.slice(prefix.length);
    if (path.endsWith('/') && size > 0)
      throw new CommandFault(
        `'${path}' of the deposit has ${size} bytes, and only the key of a folder ends in a slash. ` +
          'Upload it under a name without the slash at its end, or delete it.',
      );
    if (path.endsWith('/')) folders.add(path.slice(0, -1));
    else files.set(path, null);
  }
  folders.delete(OBJECTS);
  await forEachConcurrently([...files.keys()], { width: CONCURRENT_REQUESTS }, async (path) => {
    files.set(path, (await objects.head({ bucket, key: prefix + path }))?.sha256 ?? null);
  });
  return { files, folders };
};
