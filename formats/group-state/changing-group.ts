import { recordedName } from './group-state.js';
import type { BinaryRecord, ContainerRecord, TombstoneRecord } from './group-state.js';
import type { PlanContext, PlanEntry } from './plan.js';

/** A group while a plan is applied to it. */
export interface ChangingGroup {
  readonly context: PlanContext;
  readonly containers: Map<string, ContainerRecord>;
  readonly binaries: Map<string, BinaryRecord>;
  readonly tombstones: Map<string, TombstoneRecord>;
  /** How many resources are directly in a container; counted when the first container is deleted. */
  children: Map<string, number> | null;
}

/** Changes the group; answers an error message where it cannot, else null. */
export type Apply = (group: ChangingGroup, entry: PlanEntry) => string | null;

/** A path with the group's path before it, for messages. */
export const fullPath = (group: ChangingGroup, path: string): string => `${group.context.group}/${path}`;

export const typeAt = (group: ChangingGroup, path: string): 'Container' | 'Binary' | null => {
  if (group.containers.has(path)) return 'Container';
  return group.binaries.has(path) ? 'Binary' : null;
};

export const notFound = (group: ChangingGroup, path: string, wanted: 'Container' | 'Binary'): string => {
  const there = typeAt(group, path);
  const but = there === null ? '' : ` is a ${there}, not a ${wanted}.`;
  return `Not found: ${fullPath(group, path)}${but}`;
};

/** The stamps of a change that the plan makes. */
export const modified = ({ context }: ChangingGroup): { modified: string; modifiedBy: string } => ({
  modified: context.at,
  modifiedBy: context.agent,
});

/** The name as it is recorded; `otherwise` for a name that is absent or blank. */
export const nameOr = (name: string | undefined, otherwise: string | null): string | null =>
  name === undefined || name.trim() === '' ? otherwise : recordedName(name);
