import type { Child, Place } from '../../../clients/archive/archive.js';
import { ancestorsOf, lastName } from '../../../formats/paths/repository-path.js';
import type { ListedGroup } from './listed-group.js';

/** What an archive in memory has. */
export interface Tree {
  readonly groups: ReadonlyMap<string, ListedGroup>;
  readonly containers: ReadonlySet<string>;
  readonly childrenOf: (container: string) => readonly Child[];
}

/** What is at a path. */
export const placeIn = ({ groups, containers, childrenOf }: Tree, path: string): Place => {
  const beginnings = path === '' ? [] : [...ancestorsOf(path), path];
  for (const beginning of beginnings) {
    const group = groups.get(beginning);
    if (group === undefined) continue;
    const below = path.slice(beginning.length + 1);
    return { kind: 'group', path: beginning, name: group.name, head: group.versions.length, below };
  }
  if (containers.has(path)) return { kind: 'container', path };
  const nearest = ['', ...beginnings].findLast((beginning) => containers.has(beginning)) ?? '';
  return { kind: 'none', nearest, names: childrenOf(nearest).map((child) => lastName(child.path)) };
};
