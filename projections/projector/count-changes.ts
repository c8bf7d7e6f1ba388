import type { Position } from '../../events/envelope.js';
import {
  changedNode,
  changingNode,
  counterSteps,
  countStep,
  nodeKey,
  type ChangingNode,
  type CounterEntry,
  type CounterNode,
} from '../counters.js';
import type { Change, Documents } from '../documents.js';

/** How a fact changed where one document is counted. */
export interface CountMove {
  readonly position: Position;
  readonly before: readonly CounterEntry[];
  readonly after: readonly CounterEntry[];
}

type CounterChanges = ReadonlyMap<string, Change<CounterNode>>;

/**
 * The counters after a batch of facts. A counter includes every fact up to its own position that changes it, so its
 * value depends on the log alone: facts up to there are left out. The documents of the batch must have been loaded
 * before this is called. `unsaved` are the changes of the previous batch, which count as stored.
 */
export const countChanges = async (
  counters: Documents<CounterNode>,
  moves: readonly CountMove[],
  unsaved: CounterChanges,
): Promise<CounterChanges> => {
  const steps = moves.flatMap(({ position, before, after }) =>
    counterSteps(before, after).map((step) => ({ position, step, key: nodeKey(step.tree, step.prefix) })),
  );
  const keys = [...new Set(steps.map(({ key }) => key))];
  const stored = await counters.load(keys.filter((key) => !unsaved.has(key)));
  const changing = new Map<string, Changing>();
  for (const { position, step, key } of steps) {
    const known = unsaved.get(key) ?? stored.get(key);
    if (known !== undefined && known.position >= position) continue; // counted before a crash
    const { tree, prefix } = step;
    const changed = changing.get(key) ?? { tree, prefix, node: changingNode(known?.doc ?? null), position };
    countStep(changed.node, step);
    changed.position = position;
    changing.set(key, changed);
  }
  return new Map(
    [...changing].map(([key, { tree, prefix, node, position }]) => [
      key,
      { key, position, doc: changedNode(tree, prefix, node) },
    ]),
  );
};

interface Changing {
  readonly tree: string;
  readonly prefix: string;
  readonly node: ChangingNode;
  position: Position;
}
