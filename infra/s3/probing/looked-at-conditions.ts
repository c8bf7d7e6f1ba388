import type { ObjectStore } from '../../../formats/object-store.js';
import { mustHold } from '../write-condition.js';

/**
 * Conditions of puts for a store that ignores them: the object is looked at before the put. Two rivals at once may
 * both win, which `keepsConditions` says.
 */
export const withLookedAtPuts = (store: ObjectStore): ObjectStore => ({
  ...store,
  keepsConditions: false,
  async put(at, body, options = {}) {
    const { onlyIf, ...others } = options;
    if (onlyIf !== undefined) await mustHold(store, at, onlyIf);
    return store.put(at, body, others);
  },
});

/** As `withLookedAtPuts`, of copies: a condition of a copy is looked at and not sent. */
export const withLookedAtCopies = (store: ObjectStore): ObjectStore => ({
  ...store,
  async copy(from, to, options = {}) {
    const { onlyIf, ...others } = options;
    if (onlyIf !== undefined) await mustHold(store, to, onlyIf);
    return store.copy(from, to, others);
  },
});
