import { ancestorsOf, isBelow } from '../../../formats/paths/repository-path.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { refuse, type Refusal } from '../../core/decider.js';
import { AD_HOC } from '../../workspace/ad-hoc.js';
import { workspacePathViolation } from '../../workspace/workspace-path-violation.js';
import type { Editable } from '../begin-edit.js';
import { isRootFile } from '../delete-selection.js';
import { isPath, metsPath } from '../mets-path.js';

/** A file or folder that is to have another path; both paths are bare and relative to the METS root. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** How many files and folders one request may name. */
export const MOST_MOVES = 1_000;

/** The moves as they are meant, or why the first of them that is impossible is so, by the paths alone. */
export const wantedMoves = (within: Editable, moves: readonly Move[]): Result<readonly Move[], Refusal> => {
  if (moves.length === 0) return refused(refuse('nothing-to-edit', 'No files or folders to move.'));
  if (moves.length > MOST_MOVES)
    return refused(impossible(`At most ${MOST_MOVES} paths can be moved at once; these are ${moves.length}.`));
  const wanted = moves.map(({ from, to }) => ({ from: metsPath(within.root, from), to: metsPath(within.root, to) }));
  const wrong = wanted.map((each) => sourceFault(within, each) ?? destinationFault(within, each)).find(isFault);
  const refusal = wrong ?? overlapFault(wanted);
  return refusal === null ? success(wanted) : refused(impossible(refusal));
};

export const impossible = (detail: string): Refusal => refuse('mets-edit-impossible', detail);

const isFault = (fault: string | null): fault is string => fault !== null;

const KEPT = new Set(['objects', 'metadata', AD_HOC]);

const sourceFault = ({ root, stored }: Editable, { from }: Move): string | null => {
  if (!isPath(from)) return `'${from}' is not a path of a file or folder.`;
  if (KEPT.has(from)) return `The folder ${from} cannot be moved.`;
  const isTagFile = root === '' && isRootFile(from);
  return isTagFile || root + from === stored?.path ? `The file ${from} cannot be moved.` : null;
};

const destinationFault = ({ root, deposit: { files } }: Editable, { from, to }: Move): string | null => {
  const why = isPath(to) ? workspacePathViolation(files.prefix + root, to) : 'a name is empty.';
  if (why !== null) return `Nothing can be moved to '${to}': ${why}`;
  if (!/^(objects|metadata)\/./.test(to)) return `'${to}' is neither in objects nor in metadata.`;
  return to === from || isBelow(to, from)
    ? `'${from}' cannot be moved to '${to}', which is the same or inside it.`
    : null;
};

/** What several moves would do to the same path, as a sentence; null where they keep apart. */
const overlapFault = (moves: readonly Move[]): string | null => {
  for (const [paths, what] of [
    [moves.map(({ from }) => from), 'moved'],
    [moves.map(({ to }) => to), 'moved to'],
  ] as const) {
    const named = new Set<string>();
    const twice = paths.find((path) => named.size === named.add(path).size);
    const inside = twice ?? paths.find((path) => ancestorsOf(path).some((each) => named.has(each)));
    if (inside !== undefined) return `'${inside}' would be ${what} twice.`;
  }
  return null;
};
