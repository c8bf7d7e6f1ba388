import type { Dependencies } from '../../commands/core/dependencies.js';
import { storageRootFiles } from '../../formats/ocfl/storage-root/storage-root.js';
import { json, route, type Route } from '../http/route.js';
import { CHECKS, connectivityCheck } from '../service/connectivity-check.js';

type CheckDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places'>;

/** Reads the declaration of the storage root; nothing is ever written there. Rejects where it is not as it must be. */
const readDeclaration = async ({ bytes, places }: CheckDependencies): Promise<void> => {
  const { bucket, prefix } = places.repository;
  const [declaration] = storageRootFiles(prefix);
  if (declaration === undefined) return;
  const { key, content } = declaration;
  const { stream } = await bytes.get({ bucket, key }, { range: { start: 0, end: content.length } });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (Buffer.concat(chunks).toString() !== content)
    throw new Error(`${key} in ${bucket} declares no OCFL storage root.`);
};

/** Whether the repository can be reached: its log and its OCFL storage root (storage service 4). */
export const checkRepository = (dependencies: CheckDependencies): Route => {
  const check = connectivityCheck(CHECKS.repository, async () => {
    await Promise.all([dependencies.events.head(), readDeclaration(dependencies)]);
  });
  return route('checkRepository', async () => json(200, await check()));
};

/** Whether the repository's bucket can be read (storage service 4). */
export const checkRepositoryBucket = (dependencies: CheckDependencies): Route => {
  const check = connectivityCheck(CHECKS.storageBucket, () => readDeclaration(dependencies));
  return route('checkRepositoryBucket', async () => json(200, await check()));
};
