import type { ImportRequest } from '../../events/archival-group.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { findMets } from '../../formats/mets/find-mets.js';
import { refuse, type Refusal } from '../core/decider.js';

/**
 * Why a job's version may not be kept out of the activity stream (preservation 4.5); null when it may, or when the
 * request does not ask for it. `isEnabled` is the feature flag EnableMetsIdNormalisation.
 */
export const suppressionRefusal = (
  { suppressActivityStreamEvent }: Pick<ImportRequest, 'suppressActivityStreamEvent'>,
  isEnabled: boolean,
  operations: readonly PlannedOperation[],
): Refusal | null => {
  if (!suppressActivityStreamEvent) return null;
  if (!isEnabled)
    return refuse(
      'suppression-not-allowed',
      'suppressActivityStreamEvent needs the feature flag EnableMetsIdNormalisation, which is off.',
    );
  if (isPatchOfMets(operations)) return null;
  return refuse(
    'suppression-not-allowed',
    'suppressActivityStreamEvent is only for a job that patches a METS file and does nothing else.',
  );
};

const isPatchOfMets = ([first, ...others]: readonly PlannedOperation[]): boolean =>
  first?.op === 'patch-binary' && others.length === 0 && findMets([first.path]) === first.path;
