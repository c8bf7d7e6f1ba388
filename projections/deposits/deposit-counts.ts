import { nodeKey, treesQuery, type CounterNode, type KindCounts } from '../counters.js';
import type { ReadableDocuments } from '../read-view.js';
import { agentTree } from './counter-entries.js';
import type { AgentName } from './fields.js';

/** A leaf of a tree: what begins with the prefix, and how many are before it in the direction of a walk. */
export interface Leaf {
  readonly prefix: string;
  readonly before: number;
}

/** The levels of a tree. */
export const LEVELS = { date: 4, id: 2 } as const;

/** The counters of the deposits as of now; each node is read once. */
export interface DepositCounts {
  /** Every kind of which there are deposits in a tree. */
  kinds(tree: string): Promise<readonly string[]>;
  /** The deposits of these kinds in a tree. */
  total(tree: string, kinds: ReadonlySet<string>): Promise<number>;
  /** The leaf of a tree that holds the deposit with this number, from 0; null beyond the last. */
  leafAt(tree: string, kinds: ReadonlySet<string>, walk: LeafWalk): Promise<Leaf | null>;
  /** How many in a tree of times are before a time, leaving out those in its own hour. */
  beforeHourOf(tree: string, kinds: ReadonlySet<string>, time: string): Promise<number>;
  /** The whole years of a tree of times. */
  years(tree: string): Promise<{ readonly atLeast: string; readonly below: string }>;
  /** The agents of a role, in the order of their names, and how many deposits of these kinds each has. */
  agents(role: AgentName, kinds: ReadonlySet<string>): Promise<readonly { name: string; total: number }[]>;
}

interface LeafWalk {
  readonly offset: number;
  readonly descending: boolean;
  readonly levels: number;
}

const sumOf = (counts: KindCounts, kinds: ReadonlySet<string>): number => {
  let sum = 0;
  for (const [kind, count] of Object.entries(counts)) if (kinds.has(kind)) sum += count;
  return sum;
};

const totalOf = (children: CounterNode['children'], kinds: ReadonlySet<string>): number =>
  Object.values(children).reduce((sum, counts) => sum + sumOf(counts, kinds), 0);

const segmentsOf = (children: CounterNode['children'], descending: boolean): string[] => {
  const segments = Object.keys(children).sort();
  return descending ? segments.reverse() : segments;
};

export const openDepositCounts = (counters: ReadableDocuments<CounterNode>): DepositCounts => {
  const known = new Map<string, Promise<CounterNode['children']>>();
  const childrenOf = (tree: string, prefix: string): Promise<CounterNode['children']> => {
    const key = nodeKey(tree, prefix);
    const read = known.get(key) ?? counters.get(key).then((node) => node?.children ?? {});
    known.set(key, read);
    return read;
  };

  return {
    kinds: async (tree) => [...new Set(Object.values(await childrenOf(tree, '')).flatMap(Object.keys))].sort(),
    total: async (tree, kinds) => totalOf(await childrenOf(tree, ''), kinds),
    leafAt: async (tree, kinds, { offset, descending, levels }) => {
      let prefix = '';
      let before = 0;
      for (let level = 0; level < levels; level++) {
        const children = await childrenOf(tree, prefix);
        let found: string | null = null;
        for (const segment of segmentsOf(children, descending)) {
          const count = sumOf(children[segment] ?? {}, kinds);
          if (before + count > offset) {
            found = segment;
            break;
          }
          before += count;
        }
        if (found === null) return null;
        prefix += found;
      }
      return { prefix, before };
    },
    beforeHourOf: async (tree, kinds, time) => {
      let prefix = '';
      let before = 0;
      for (let level = 0; level < LEVELS.date; level++) {
        const children = await childrenOf(tree, prefix);
        const own = time.slice(prefix.length, level === 0 ? 4 : prefix.length + 3);
        for (const [segment, counts] of Object.entries(children)) if (segment < own) before += sumOf(counts, kinds);
        prefix += own;
      }
      return before;
    },
    years: async (tree) => {
      const years = segmentsOf(await childrenOf(tree, ''), false);
      const begin = (year: number): string => `${String(year).padStart(4, '0')}-01-01T00:00:00.0000000Z`;
      return { atLeast: begin(Number(years[0] ?? 0)), below: begin(Number(years.at(-1) ?? 0) + 1) };
    },
    agents: async (role, kinds) => {
      const begin = agentTree(role, '');
      const roots = await counters.find(treesQuery(begin));
      return roots.map(({ tree, children }) => ({ name: tree.slice(begin.length), total: totalOf(children, kinds) }));
    },
  };
};
