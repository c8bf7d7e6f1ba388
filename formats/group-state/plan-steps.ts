import { addBinary, addContainer, patchBinary } from './additions.js';
import type { Apply } from './changing-group.js';
import { deleteBinary, deleteContainer } from './deletions.js';
import type { PlanEntry } from './plan.js';
import { renameBinary, renameContainer } from './renames.js';

interface Step {
  readonly op: PlanEntry['op'];
  /** By path; in the order of the entries when absent. */
  readonly order?: 'parents first' | 'children first';
  readonly apply: Apply;
}

const ADDITIONS: readonly Step[] = [
  { op: 'add-container', order: 'parents first', apply: addContainer },
  { op: 'add-binary', apply: addBinary },
  { op: 'patch-binary', apply: patchBinary },
];

const DELETIONS: readonly Step[] = [
  { op: 'delete-binary', apply: deleteBinary },
  { op: 'delete-container', order: 'children first', apply: deleteContainer },
];

const RENAMES: readonly Step[] = [
  { op: 'rename-container', apply: renameContainer },
  { op: 'rename-binary', apply: renameBinary },
];

/**
 * Whether an addition takes the path of a deleted resource of the other kind: a file becomes a folder, or the other way
 * round.
 */
export const isReplacedBy = (gone: PlanEntry['op'], added: PlanEntry['op']): boolean =>
  (gone === 'delete-binary' && added === 'add-container') || (gone === 'delete-container' && added === 'add-binary');

/**
 * The operations in the order in which they are applied: additions, deletions, renames (companion 17.2); deletions
 * first where an addition takes the path of a deleted resource.
 */
export const stepsFor = (entries: readonly PlanEntry[]): readonly Step[] => {
  const gone = new Map(entries.filter(({ op }) => op.startsWith('delete-')).map(({ op, path }) => [path, op]));
  const isReplacing =
    gone.size > 0 &&
    entries.some(({ op, path }) => {
      const before = gone.get(path);
      return before !== undefined && isReplacedBy(before, op);
    });
  return isReplacing ? [...DELETIONS, ...ADDITIONS, ...RENAMES] : [...ADDITIONS, ...DELETIONS, ...RENAMES];
};
