import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { ancestorRefusal, groupPathRefusal, kindAt } from '../../reads/kind-at.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import { reservedNameRefusal } from '../containers/create-container.js';
import { insideGroupRefusal } from './group-choice.js';

/**
 * Why no import could create an archival group at a path, or make another version of one there (companion 1.3); null
 * where one could. Deposits and jobs that are under way are no reason: they end. Nothing is changed.
 */
export const groupTargetRefusal = async (dependencies: Dependencies, path: RepositoryPath): Promise<Refusal | null> => {
  const reserved = reservedNameRefusal(path);
  if (reserved !== null) return reserved;
  const place = await kindAt(dependencies.events, path);
  return (
    groupPathRefusal(place, path) ??
    (await insideGroupRefusal(dependencies, place, path)) ??
    ancestorRefusal(place, path) ??
    (await objectRefusal(dependencies, path))
  );
};
