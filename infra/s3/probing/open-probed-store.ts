import type { ObjectStore } from '../../../formats/object-store.js';
import type { Log } from '../../../workers/log.js';
import { openS3ByteStore, type S3ByteStoreSettings } from '../byte-store.js';
import { probeStore, type ProbePlace } from './probe.js';

/**
 * Tries a store out and opens it as what it was found to be, which the log says. Throws StoreUnfit for one that cannot
 * prove what it holds, and ByteStoreFault.
 */
export const openProbedStore = async (
  settings: Omit<S3ByteStoreSettings, 'abilities'>,
  place: ProbePlace,
  log: Log,
): Promise<ObjectStore & { close(): void }> => {
  const abilities = await probeStore(settings, place);
  const fields = { endpoint: settings.endpoint ?? null, bucket: place.bucket, ...abilities };
  if (abilities.conditionalPuts) log.info('The object store honours conditional writes', fields);
  else log.warn('The object store ignores conditional writes: METS files cannot be edited on it', fields);
  return openS3ByteStore({ ...settings, abilities });
};
