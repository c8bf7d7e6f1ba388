import { useCallback, useEffect, useMemo, useState } from 'react';
import { arranged, conflictsOf, type Change, type Conflict } from './changes.js';
import type { Range } from './structure.js';

/** What is kept in this browser until it is saved or given up: the ETag it began with, and what was done. */
interface Kept {
  readonly etag: string | null;
  readonly changes: readonly Change[];
}

const keyOf = (depositId: string): string => `muniment.structure.${depositId}`;

const read = (depositId: string): Kept => {
  const text = localStorage.getItem(keyOf(depositId));
  return text === null ? { etag: null, changes: [] } : (JSON.parse(text) as Kept);
};

/** Arranging a deposit, on the structure as it is there. */
export interface Draft {
  /** As it is saved. */
  readonly saved: readonly Range[];
  readonly roots: readonly Range[];
  readonly changes: readonly Change[];
  /** Where somebody else has changed the same ranges. */
  readonly conflicts: readonly Conflict[];
  /** Whether somebody else has saved since this was begun. */
  readonly isBehind: boolean;
  readonly add: (change: Change) => void;
  readonly undo: () => void;
  readonly giveUp: () => void;
  /** Gives up the changes of some ranges, and goes on with the structure that is there. */
  readonly goOn: (without: ReadonlySet<string>) => void;
}

/** The changes of this browser to a structure with this ETag. */
export const useDraft = (depositId: string, structure: readonly Range[], etag: string | null): Draft => {
  const [kept, setKept] = useState<Kept>(() => read(depositId));
  useEffect(() => {
    if (kept.changes.length === 0) localStorage.removeItem(keyOf(depositId));
    else localStorage.setItem(keyOf(depositId), JSON.stringify(kept));
  }, [depositId, kept]);
  const { changes } = kept;
  const isBehind = changes.length > 0 && kept.etag !== etag;
  const conflicts = useMemo(() => (isBehind ? conflictsOf(structure, changes) : []), [isBehind, structure, changes]);
  const roots = useMemo(() => arranged(structure, changes), [structure, changes]);
  const add = useCallback(
    (change: Change) =>
      setKept((before) => ({
        etag: before.changes.length === 0 ? etag : before.etag,
        changes: [...before.changes, change],
      })),
    [etag],
  );
  return {
    saved: structure,
    roots,
    changes,
    conflicts,
    isBehind,
    add,
    undo: () => setKept((before) => ({ ...before, changes: before.changes.slice(0, -1) })),
    giveUp: () => setKept({ etag: null, changes: [] }),
    goOn: (without) => setKept((before) => ({ etag, changes: before.changes.filter(({ id }) => !without.has(id)) })),
  };
};
