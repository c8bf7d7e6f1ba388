import type { PlanEntry } from '../../../formats/group-state/plan.js';

export interface ContentChanges {
  /** Files that are new or have new bytes, with their SHA-256. */
  readonly puts: Map<string, string>;
  readonly deletes: Set<string>;
}

/** What a plan that `applyPlan` accepted does to an object's files; the state file is not among them. */
export const contentChanges = (entries: readonly PlanEntry[]): ContentChanges => {
  const puts = new Map<string, string>();
  const deletes = new Set<string>();
  for (const { op, path, sha256 } of entries) {
    if (op === 'delete-binary') deletes.add(path);
    else if ((op === 'add-binary' || op === 'patch-binary') && sha256 !== undefined) puts.set(path, sha256);
  }
  return { puts, deletes };
};
