import { declaredInputs, type DeclaredInput } from './declared-inputs.js';
import { dependantsAmong, type Needs } from './import-graph.js';
import { hasSpecs, type Lane } from '../lane.js';
import { matchesGlob } from './matches-glob.js';

/** A lane that a change can touch. */
export interface AffectedLane {
  readonly lane: Lane;
  /** The spec files that it can touch; all of the lane, where it is not known which. */
  readonly specs: readonly string[] | 'all';
}

export interface ChangeRequest {
  readonly changed: readonly string[];
  readonly lanes: readonly Lane[];
  readonly needs: Needs;
  /** The spec files of a lane. */
  readonly specsOf: (lane: Lane) => readonly string[];
}

const declaredFor = (path: string): readonly DeclaredInput[] =>
  declaredInputs.filter(({ paths }) => paths.some((pattern) => matchesGlob(path, pattern)));

/** The lanes that a change can touch. A file of which nobody knows what reads it touches all of them. */
export const affectedLanes = ({ changed, lanes, needs, specsOf }: ChangeRequest): readonly AffectedLane[] => {
  if (changed.length === 0) return [];
  const startsOf = (lane: Lane): readonly string[] => (hasSpecs(lane) ? specsOf(lane) : lane.work.starts);
  const starts = new Map(lanes.map((lane) => [lane.name, startsOf(lane)]));
  const dependants = dependantsAmong(needs, [...new Set([...starts.values()].flat())]);
  const touching = changed.map(dependants);
  const isUnknown = (path: string): boolean =>
    declaredFor(path).length === 0 && dependants(path).size === 0 && !path.endsWith('.ts');
  const isWhole = (lane: Lane): boolean =>
    changed.some(
      (path) =>
        isUnknown(path) || declaredFor(path).some((input) => input.lanes === 'all' || input.lanes.includes(lane.name)),
    );
  return lanes.flatMap((lane): readonly AffectedLane[] => {
    if (lane.name === 'check' || isWhole(lane)) return [{ lane, specs: 'all' }];
    const touched = (starts.get(lane.name) ?? []).filter((start) => touching.some((users) => users.has(start)));
    if (touched.length === 0) return [];
    return [{ lane, specs: hasSpecs(lane) ? touched : 'all' }];
  });
};
