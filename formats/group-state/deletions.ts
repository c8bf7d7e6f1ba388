import { parentOf } from '../paths/repository-path.js';
import { fullPath, notFound, type Apply, type ChangingGroup } from './changing-group.js';

export const deleteBinary: Apply = (group, { path }) => {
  if (!group.binaries.delete(path)) return notFound(group, path, 'Binary');
  leaveTombstone(group, path);
  return null;
};

export const deleteContainer: Apply = (group, { path }) => {
  if (!group.containers.has(path)) return notFound(group, path, 'Container');
  group.children ??= childrenOf(group);
  if ((group.children.get(path) ?? 0) > 0)
    return `${fullPath(group, path)} is not empty: a Container goes when the same job deletes all that is in it.`;
  group.containers.delete(path);
  leaveTombstone(group, path);
  const parent = parentOf(path) ?? '';
  group.children.set(parent, (group.children.get(parent) ?? 0) - 1);
  return null;
};

const leaveTombstone = ({ context, tombstones }: ChangingGroup, path: string): void => {
  tombstones.set(path, { type: 'Tombstone', path, deleted: context.at, deletedBy: context.agent });
};

const childrenOf = ({ containers, binaries }: ChangingGroup): Map<string, number> => {
  const children = new Map<string, number>();
  for (const paths of [containers.keys(), binaries.keys()])
    for (const path of paths) {
      const parent = parentOf(path) ?? '';
      children.set(parent, (children.get(parent) ?? 0) + 1);
    }
  return children;
};
