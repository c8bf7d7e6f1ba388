import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { lastName } from '../../../../formats/paths/repository-path.js';
import { isAbsent, PLACES, readChildren, type Child } from '../../api/repository.js';
import type { TreeSource } from './tree.js';

/** A container or an archival group, as an entry of a tree. */
export type PlaceEntry = Omit<Child, 'name'> & {
  /** The last part of the path where it has no name. */
  readonly name: string;
  readonly hasName: boolean;
  readonly isFolder: boolean;
};

const NOTHING = { entries: [], next: null };

/** What is below a container, level by level. An open folder that is no longer there has nothing in it. */
export const placesBelow = (top: RepositoryPath): TreeSource<PlaceEntry> => ({
  queryKey: [PLACES, 'children', top],
  load: async (folder, _offset, limit, signal, after) => {
    const query = { limit: limit + 1, deposits: true, ...(after === null ? {} : { after }) };
    const reading = readChildren(folder === '' ? top : folder, query, signal);
    const listing = await reading.catch((error: unknown) => {
      if (folder !== '' && isAbsent(error)) return null;
      throw error;
    });
    if (listing === null) return NOTHING;
    const children = listing.children.slice(0, limit);
    const entries = children.map((child) => ({
      ...child,
      name: child.name ?? lastName(child.path),
      hasName: child.name !== null,
      isFolder: child.kind === 'container',
    }));
    return { entries, next: listing.children.length > limit ? (children.at(-1)?.path ?? null) : null };
  },
});
