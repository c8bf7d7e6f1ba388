import type { CollectionShape } from './documents.js';

/**
 * Where one document is counted: in a tree of counters, at each node on the way along `segments`, under its `kind`. A
 * tree has one node for each prefix of the joined segments that a document has; a prefix has no `|`.
 */
export interface CounterEntry {
  readonly tree: string;
  readonly segments: readonly string[];
  readonly kind: string;
}

/** How many documents there are, by kind. */
export type KindCounts = Readonly<Record<string, number>>;

/** A node of a tree of counters: the documents below it by their next segment and by kind. No count is zero. */
export interface CounterNode {
  readonly tree: string;
  /** The joined segments before these. */
  readonly prefix: string;
  readonly children: Readonly<Record<string, KindCounts>>;
}

/** The collection of the counters of a view. */
export const countersOf = ({ name }: Pick<CollectionShape, 'name'>): CollectionShape => ({
  name,
  part: 'counts',
  indexes: [['prefix', 'tree']],
  queries: { trees: treesQuery('a=') },
});

/** The roots of the trees whose names begin with a text, in the order of the names. */
export const treesQuery = (begin: string) => ({
  where: {
    all: [
      { field: 'prefix', is: '' },
      { field: 'tree', startsWith: begin },
    ],
  },
  sort: [{ field: 'tree' }],
});

/** The key of a node. */
export const nodeKey = (tree: string, prefix: string): string => `${prefix}|${tree}`;

/** A change of one count of a node. */
export interface CounterStep {
  readonly tree: string;
  readonly prefix: string;
  readonly segment: string;
  readonly kind: string;
  readonly by: 1 | -1;
}

const stepsOf = (by: 1 | -1, { tree, segments, kind }: CounterEntry): CounterStep[] => {
  let prefix = '';
  return segments.map((segment) => {
    const step = { tree, prefix, segment, kind, by };
    prefix += segment;
    return step;
  });
};

const textOf = ({ tree, segments, kind }: CounterEntry): string => JSON.stringify([tree, kind, ...segments]);

/** The changes of counters by which a document's entries become others. */
export const counterSteps = (before: readonly CounterEntry[], after: readonly CounterEntry[]): CounterStep[] => {
  const old = new Map(before.map((entry) => [textOf(entry), entry]));
  const added = after.filter((entry) => !old.delete(textOf(entry)));
  return [...[...old.values()].flatMap((entry) => stepsOf(-1, entry)), ...added.flatMap((entry) => stepsOf(1, entry))];
};

/** A node of which one batch of facts changes many counts. */
export type ChangingNode = Map<string, Map<string, number>>;

export const changingNode = (node: CounterNode | null): ChangingNode =>
  new Map(Object.entries(node?.children ?? {}).map(([segment, counts]) => [segment, new Map(Object.entries(counts))]));

/** Carries out a step; a count that becomes zero is left out. */
export const countStep = (node: ChangingNode, { segment, kind, by }: CounterStep): void => {
  const counts = node.get(segment) ?? new Map<string, number>();
  node.set(segment, counts);
  const count = (counts.get(kind) ?? 0) + by;
  if (count === 0) counts.delete(kind);
  else counts.set(kind, count);
  if (counts.size === 0) node.delete(segment);
};

/** The node after its steps; null where nothing is left to count. */
export const changedNode = (tree: string, prefix: string, node: ChangingNode): CounterNode | null =>
  node.size === 0
    ? null
    : {
        tree,
        prefix,
        children: Object.fromEntries([...node].map(([segment, counts]) => [segment, Object.fromEntries(counts)])),
      };
