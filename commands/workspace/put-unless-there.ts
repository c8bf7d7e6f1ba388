import type { DepositBeginning } from '../../events/deposit.js';
import { ByteStoreFault, type ByteStore, type ObjectAddress, type PutOptions } from '../../formats/bytes.js';
import { lastName } from '../../formats/paths/repository-path.js';

/** The original name of an object, encoded as clients do (companion 4.3). */
export const withOriginalName = (name: string): PutOptions => ({
  metadata: { 'original-name': encodeURIComponent(name).replaceAll('%20', '+') },
});

/** Puts an object unless the key exists; answers the ETag of the object that is there afterwards. */
export const putUnlessThere = async (
  bytes: ByteStore,
  at: ObjectAddress,
  body: Uint8Array,
  options: PutOptions,
): Promise<string | null> => {
  try {
    return (await bytes.put(at, body, { ...options, onlyIf: 'absent' })).etag;
  } catch (error) {
    if (!(error instanceof ByteStoreFault && error.code === 'precondition-failed')) throw error;
    return (await bytes.head(at))?.etag ?? null;
  }
};

/** Puts the empty object that stands for a folder of the workspace, unless it is there; `path` has no trailing slash. */
export const putFolder = async (
  bytes: ByteStore,
  { bucket, prefix }: DepositBeginning['files'],
  path: string,
): Promise<void> => {
  await putUnlessThere(bytes, { bucket, key: `${prefix}${path}/` }, new Uint8Array(), withOriginalName(lastName(path)));
};
