import type { ViewComparison } from '../../projections/comparison/compare-with-log.js';
import { differenceText } from '../../projections/comparison/difference-text.js';
import type { DocumentStore } from '../../projections/documents.js';
import { requestRebuild } from '../../projections/rebuild.js';
import type { Log } from '../log.js';

/**
 * Logs the results of comparisons. Requests a rebuild of a view that differs; where it differs again after the rebuild,
 * it only logs that, until the view was found right.
 */
export const differenceReporter = (
  documents: DocumentStore,
  log: Log,
): ((comparison: ViewComparison) => Promise<void>) => {
  /** By view, the generation that a rebuild was requested to replace. */
  const replaced = new Map<string, number>();
  return async ({ name, generation, counted, differences }) => {
    const fields = { view: name, generation };
    if (!counted) {
      log.info('A read model has not been counted yet and is not compared', fields);
      return;
    }
    if (differences.length === 0) {
      if (replaced.delete(name)) log.info('A read model agrees with the event log again', fields);
      return;
    }
    for (const difference of differences)
      log.error('A read model differs from the event log', {
        ...fields,
        says: differenceText(name, difference),
      });
    const before = replaced.get(name);
    if (before === undefined) {
      await requestRebuild(documents, name);
      replaced.set(name, generation);
      log.warn('A rebuild of a read model is requested', fields);
    } else if (before !== generation)
      log.error('A read model was rebuilt and still differs from the event log', fields);
  };
};
