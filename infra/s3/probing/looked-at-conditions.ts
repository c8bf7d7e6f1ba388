import { ByteStoreFault, type ObjectAddress, type PutOptions } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';

/**
 * Conditions of puts for a store that ignores them: the object is looked at before the put. Two rivals at once may
 * both win, which `keepsConditions` says.
 */
export const withLookedAtConditions = (store: ObjectStore): ObjectStore => ({
  ...store,
  keepsConditions: false,
  async put(at, body, options = {}) {
    const { onlyIf, ...others } = options;
    if (onlyIf !== undefined) await mustHold(store, at, onlyIf);
    return store.put(at, body, others);
  },
});

const mustHold = async (
  store: ObjectStore,
  at: ObjectAddress,
  onlyIf: NonNullable<PutOptions['onlyIf']>,
): Promise<void> => {
  const wanted = onlyIf === 'absent' ? null : onlyIf.etag;
  const there = (await store.head(at))?.etag ?? null;
  if (there === wanted) return;
  throw new ByteStoreFault('precondition-failed', `${at.bucket}/${at.key} has the entity tag ${there}, not ${wanted}`);
};
