import { runInSlices } from '../../flow/run-in-slices.js';
import { checkOxums } from './check-bag-info.js';
import { checkFilesThere, checkPayloadListed } from './check-files.js';
import type { ReadBag } from './bag-under-test.js';

/** Checks whether a bag has all that it names, and names all of its payload (RFC 8493, 3), without reading a file. */
export const checkCompleteness = async (bag: ReadBag): Promise<void> => {
  const { payload, tagFiles } = bag;
  checkOxums(bag);
  if (payload.manifests.length > 0) await runInSlices(checkPayloadListed(bag));
  for (const claims of [payload, tagFiles]) await runInSlices(checkFilesThere(bag, claims));
};
