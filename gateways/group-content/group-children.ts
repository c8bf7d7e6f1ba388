import type { BinaryRecord, ContainerRecord, GroupState } from '../../formats/group-state/group-state.js';
import { escapeName, lastName } from '../../formats/paths/repository-path.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { sortById } from './sort-by-id.js';

/** Direct children of a container, each list sorted by id. */
export interface Members {
  readonly containers: readonly ContainerRecord[];
  readonly binaries: readonly BinaryRecord[];
}

/** The members by the path of their container within the group; '' for the group itself. Empty ones are not in it. */
export type GroupChildren = ReadonlyMap<string, Members>;

/** The children of every container of a group, which need not be sorted in the state. */
export function* groupChildren({ containers, binaries }: GroupState): SlicedWork<GroupChildren> {
  const containersBy = yield* byContainer(containers.values());
  const binariesBy = yield* byContainer(binaries.values());
  const children = new Map<string, Members>();
  yield* eachSliced(containersBy, ([path, each]) =>
    children.set(path, { containers: each, binaries: binariesBy.get(path) ?? [] }),
  );
  yield* eachSliced(binariesBy, ([path, each]) => {
    if (!children.has(path)) children.set(path, { containers: [], binaries: each });
  });
  return children;
}

type Resource = ContainerRecord | BinaryRecord;

function* byContainer<Each extends Resource>(resources: Iterable<Each>): SlicedWork<Map<string, Each[]>> {
  const lists = new Map<string, Each[]>();
  const unsorted = new Set<string>();
  // Neighbours mostly lie in the same container, so that it need not be looked up again.
  let container = '';
  let list: Each[] = [];
  yield* eachSliced(resources, (resource) => {
    const { path } = resource;
    const slash = Math.max(0, path.lastIndexOf('/'));
    if (list.length === 0 || slash !== container.length || !path.startsWith(container)) {
      container = path.slice(0, slash);
      list = lists.get(container) ?? [];
      if (list.length === 0) lists.set(container, list);
    }
    const before = list.at(-1);
    if (before !== undefined && !isBefore(lastName(before.path), lastName(path))) unsorted.add(container);
    list.push(resource);
  });
  for (const path of unsorted) lists.set(path, yield* sortById(lists.get(path) ?? [], (each) => each.path));
  return lists;
}

/** Whether one name is before another as both are escaped in ids; false where only their whole text would tell. */
const isBefore = (one: string, other: string): boolean => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  if (isInCharacter(one, at) || isInCharacter(other, at)) at -= 1;
  const [left, right] = [characterAt(one, at), characterAt(other, at)];
  if (left === '' || right === '') return left === '';
  return left !== '#' && right !== '#' && escapeName(left) < escapeName(right);
};

/** Whether an index is in the middle of a character above U+FFFF. */
const isInCharacter = (text: string, at: number): boolean => text.charCodeAt(at) >> 10 === 0x37;

const characterAt = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
};
