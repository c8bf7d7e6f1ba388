import type { BinaryRecord, ContainerRecord } from '../../formats/group-state/group-state.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { ancestorsOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RepositoryView, ResourceDocument } from '../../projections/repository/repository.js';
import type { GroupContent, GroupReader } from '../group-content/group-reader.js';

/**
 * What is at a path: a container, a group with at least one version, something inside such a group, something that
 * only earlier versions of the group had (`tombstone`), or the tombstone of a container outside of groups.
 */
export type FoundResource =
  | { readonly kind: 'container'; readonly place: ResourceDocument }
  | { readonly kind: 'archivalGroup'; readonly place: ResourceDocument; readonly head: number }
  | {
      readonly kind: 'inner';
      readonly group: ResourceDocument;
      readonly head: number;
      /** Within the group. */
      readonly path: string;
      readonly content: GroupContent;
      readonly record: ContainerRecord | BinaryRecord;
    }
  | { readonly kind: 'tombstone'; readonly group: ResourceDocument; readonly head: number; readonly path: string }
  | { readonly kind: 'deletedContainer'; readonly path: RepositoryPath };

/** A resource that exists. */
export type LivingResource = Exclude<FoundResource, { kind: 'tombstone' | 'deletedContainer' }>;

/** Whether the resource was deleted. */
export const isGone = (found: FoundResource): found is Exclude<FoundResource, LivingResource> =>
  found.kind === 'tombstone' || found.kind === 'deletedContainer';

/** Finds what is at a path below the root; null when there is nothing. */
export const findResource = async (
  repository: Pick<RepositoryView, 'resource' | 'isTombstone'>,
  groups: GroupReader,
  path: RepositoryPath,
): Promise<FoundResource | null> => {
  const place = await repository.resource(path);
  if (place !== null) {
    const { head } = place;
    return head === null ? { kind: 'container', place } : { kind: 'archivalGroup', place, head };
  }
  const group = await groupAbove(repository, path);
  if (group === null) return (await repository.isTombstone(path)) ? { kind: 'deletedContainer', path } : null;
  if (group.head === null) return null;
  const { head } = group;
  const inner = path.slice(group.path.length + 1);
  const content = await groups.content(group.path, head, versionName(head));
  const record = recordAt(content, inner);
  if (record !== null) return { kind: 'inner', group, head, path: inner, content, record };
  return content.state.tombstones.has(inner) ? { kind: 'tombstone', group, head, path: inner } : null;
};

/** The container or binary at a path within a group. */
export const recordAt = ({ state }: GroupContent, path: string): ContainerRecord | BinaryRecord | null =>
  state.binaries.get(path) ?? state.containers.get(path) ?? null;

/** The archival group that a path is below; null where there is none. */
export const groupAbove = async (
  repository: Pick<RepositoryView, 'resource'>,
  path: RepositoryPath,
): Promise<ResourceDocument | null> => {
  for (const ancestor of ancestorsOf(path)) {
    const place = await repository.resource(ancestor);
    if (place?.kind !== 'container') return place;
  }
  return null;
};
