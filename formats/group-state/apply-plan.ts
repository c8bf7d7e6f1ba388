import { pathViolation, pathLengthViolation } from '../paths/repository-path.js';
import { firstSliced, type SlicedWork } from '../../flow/slices.js';
import { sortByUtf8 } from '../paths/utf8-order.js';
import { recordedName } from './group-state.js';
import type { GroupState } from './group-state.js';
import type { ChangingGroup } from './changing-group.js';
import type { PlanContext, PlanEntry } from './plan.js';
import { isReplacedBy, stepsFor } from './plan-steps.js';
import { isPlatformPath, PLATFORM_FOLDER } from '../ocfl/platform-folder.js';

export type PlanOutcome = { readonly state: GroupState } | { readonly error: PlanError };

export interface PlanError {
  /** Within the group; empty when the entry names no resource. */
  readonly path: string;
  readonly message: string;
}

/**
 * The state of a group after a plan, or the first error of the plan, which then changes nothing (companion 17.2). The
 * kinds of operation run in the order of `stepsFor`, whatever order the entries are in.
 */
export function* applyPlan(
  state: GroupState,
  entries: readonly PlanEntry[],
  context: PlanContext,
): SlicedWork<PlanOutcome> {
  const unusable = yield* planViolation(entries, context.group);
  if (unusable !== null) return { error: unusable };
  const group: ChangingGroup = {
    context,
    containers: new Map(state.containers),
    binaries: new Map(state.binaries),
    tombstones: new Map(state.tombstones),
    children: null,
  };
  for (const { op, order, apply } of stepsFor(entries)) {
    const ofKind = entries.filter((entry) => entry.op === op);
    yield;
    const inOrder = order === undefined ? ofKind : sortByUtf8(ofKind, ({ path }) => path);
    if (order === 'children first') inOrder.reverse();
    const error = yield* firstError(inOrder, (entry) => apply(group, entry));
    if (error !== null) return { error };
  }
  const name = context.name === undefined ? state.name : recordedName(context.name);
  const { containers, binaries, tombstones } = group;
  return { state: { name, containers, binaries, tombstones } };
}

/** The first error of a plan that does not depend on what the group holds; null without one. */
export const planViolation = (entries: readonly NamedOperation[], group: string): SlicedWork<PlanError | null> =>
  firstError(entries, unusableBecause(group));

type NamedOperation = Pick<PlanEntry, 'op' | 'path'>;

const firstError = <Entry extends NamedOperation>(
  entries: readonly Entry[],
  check: (entry: Entry) => string | null,
): SlicedWork<PlanError | null> =>
  firstSliced(entries, (entry) => {
    const message = check(entry);
    return message === null ? null : { path: entry.path, message };
  });

/** Most characters of a path that a message shows. */
const LONGEST_SHOWN = 1_000;

/** Why an entry is invalid by itself or together with those before it; null when it is not. */
const unusableBecause = (group: string): ((entry: NamedOperation) => string | null) => {
  const changed = new Map<string, PlanEntry['op']>();
  const renamed = new Map<string, PlanEntry['op']>();
  return ({ op, path }) => {
    if (path === '') return `${op.endsWith('binary') ? 'Binary' : 'Container'} ID is null`;
    const violation = pathLengthViolation(`${group}/${path}`) ?? pathViolation(path);
    if (violation !== null) return `Invalid path '${path.slice(0, LONGEST_SHOWN)}' in ${group}: ${violation}`;
    if (isPlatformPath(path)) return `'${group}/${path}' is refused: ${PLATFORM_FOLDER} is reserved for the platform.`;
    const seen = op === 'rename-binary' || op === 'rename-container' ? renamed : changed;
    const earlier = seen.get(path);
    if (earlier !== undefined && !isReplacedBy(earlier, op) && !isReplacedBy(op, earlier))
      return `'${group}/${path}' is named more than once.`;
    seen.set(path, op);
    return null;
  };
};
