import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { appendToList } from '../../flow/append-to-list.js';

/** The items grouped by the number of segments of their paths, the fewest first; within a group in the given order. */
export function* depthsSliced<Item>(items: Iterable<Item>, pathOf: (item: Item) => string): SlicedWork<Item[][]> {
  const depths = new Map<number, Item[]>();
  yield* eachSliced(items, (item) => {
    appendToList(depths, depthOf(pathOf(item)), item);
  });
  return [...depths.keys()].sort((a, b) => a - b).map((depth) => depths.get(depth) ?? []);
}

const depthOf = (path: string): number => {
  let depth = 1;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) depth += 1;
  return depth;
};
