import { createHash } from 'node:crypto';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { eachSliced } from '../../../flow/slices.js';
import type { WorkspaceObject } from '../workspace-object.js';

/** SHA-256, in hex, of all that is known of the objects of a workspace. */
export const objectsDigest = async (objects: readonly WorkspaceObject[]): Promise<string> => {
  const hash = createHash('sha256');
  await runInSlices(eachSliced(objects, (object) => hash.update(`${JSON.stringify(object)}\n`)));
  return hash.digest('hex');
};
