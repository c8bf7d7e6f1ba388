import { addBinary, addContainer, patchBinary } from './additions.js';
import type { Apply } from './changing-group.js';
import { deleteBinary, deleteContainer } from './deletions.js';
import type { PlanEntry } from './plan.js';
import { renameBinary, renameContainer } from './renames.js';

interface Step {
  readonly op: PlanEntry['op'];
  /** By their paths; as the entries stand when absent. */
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

/** Whether a resource that goes leaves its path to one of the other kind: a file that becomes a folder, or back. */
export const makesWayFor = (gone: PlanEntry['op'], added: PlanEntry['op']): boolean =>
  (gone === 'delete-binary' && added === 'add-container') || (gone === 'delete-container' && added === 'add-binary');

/**
 * What the kinds of operation do, in the order in which they are carried out: additions, deletions, renames (companion
 * 17.2); deletions come first where an addition needs the path of what is deleted.
 */
export const stepsFor = (entries: readonly PlanEntry[]): readonly Step[] => {
  const gone = new Map(entries.filter(({ op }) => op.startsWith('delete-')).map(({ op, path }) => [path, op]));
  const isReplacing =
    gone.size > 0 &&
    entries.some(({ op, path }) => {
      const before = gone.get(path);
      return before !== undefined && makesWayFor(before, op);
    });
  return isReplacing ? [...DELETIONS, ...ADDITIONS, ...RENAMES] : [...ADDITIONS, ...DELETIONS, ...RENAMES];
};
