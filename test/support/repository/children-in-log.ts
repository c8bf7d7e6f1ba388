import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { repository, type ResourceDocument } from '../../../projections/repository/repository.js';

/**
 * `childrenAsOf` of a view that has read the log up to the first fact that `isBehind` says it has not; by default it has
 * read all.
 */
export const childrenInLog = (
  events: EventStore,
  isBehind: (position: Position, asked: Position) => boolean = () => false,
): Dependencies['childrenAsOf'] =>
  async function* (container, asked) {
    const found = new Map<RepositoryPath, ResourceDocument>();
    for await (const fact of events.readAll<Parameters<typeof repository.touches>[0]>({
      categories: repository.categories,
    })) {
      if (isBehind(fact.position, asked)) break;
      for (const { key, apply } of repository.touches(fact)) {
        const doc = apply(found.get(key) ?? null);
        if (doc === null) found.delete(key);
        else found.set(key, doc);
      }
    }
    for (const { path, parent, tombstone } of found.values()) if (parent === container && !tombstone) yield path;
  };
