import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { objectMismatch } from './object-mismatch.js';

/**
 * Refuses a group whose object is not where its ledger is, as after a restore from different moments. Rejects with
 * ByteStoreFault and EventStoreFault.
 */
export const objectRefusal = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  group: RepositoryPath,
): Promise<Refusal | null> => {
  const mismatch = await objectMismatch(dependencies, group);
  return mismatch === null
    ? null
    : refuse('object-not-as-recorded', `${mismatch} Nothing can be imported into it until then.`);
};
