import type { Condition } from '../documents.js';
import { belowTree, agentTree, COUNTED_CONTAINERS } from './counter-entries.js';
import type { DepositFilter, TimeRange } from './deposit-query.js';
import { reversed } from './deposits.js';
import { AGENT_FIELDS, AGENTS, CONTAINERS, DATE_FIELDS, DATES, INDEXES, type DateName } from './fields.js';
import type { Kind } from './kinds.js';

/** One part of a filter beside the kinds: a condition, the index that answers it, and the counters that count it. */
export interface Term {
  readonly condition: Condition;
  readonly by: readonly string[];
  /** The tree whose total is the number of deposits, or the range of a tree of times; null where neither counts it. */
  readonly counted: { readonly tree: string } | { readonly date: DateName; readonly range: TimeRange } | null;
}

const datesOf = (filter: DepositFilter): (readonly [DateName, TimeRange])[] =>
  DATES.flatMap((date) => {
    const range = filter.dates?.[date];
    return range === undefined ? [] : [[date, range] as const];
  });

const belowTerm = (container: string): Term => {
  const depth = container.split('/').length;
  const counted = depth <= COUNTED_CONTAINERS ? { tree: belowTree(container) } : null;
  const field = CONTAINERS[depth - 1];
  return field === undefined
    ? { condition: { field: 'archivalGroup', startsWith: `${container}/` }, by: INDEXES.byPath, counted }
    : { condition: { field, is: container }, by: INDEXES.byContainer(depth), counted };
};

const pathTerm = (path: NonNullable<DepositFilter['path']>): Term =>
  'is' in path
    ? { condition: { field: 'archivalGroup', is: path.is }, by: INDEXES.byPath, counted: null }
    : {
        condition: { field: 'pathReversed', startsWith: reversed(path.endsWith) },
        by: INDEXES.byPathEnd,
        counted: null,
      };

/** The parts of a filter that are not decided by the kind of a deposit. */
export const termsOf = (filter: DepositFilter): Term[] => [
  ...AGENTS.flatMap((role): Term[] => {
    const agent = filter.agents?.[role];
    if (agent === undefined) return [];
    const condition = { field: AGENT_FIELDS[role], is: agent };
    return [{ condition, by: INDEXES.byAgent(role), counted: { tree: agentTree(role, agent) } }];
  }),
  ...datesOf(filter).map(([date, range]): Term => ({
    condition: { field: DATE_FIELDS[date], ...range },
    by: INDEXES.byDate(date),
    counted: { date, range },
  })),
  ...(filter.path === undefined ? [] : [pathTerm(filter.path)]),
  ...((filter.below ?? '') === '' ? [] : [belowTerm(filter.below ?? '')]),
];

/** The conditions of a filter for a walk in the order of paths: the first limits the path. */
export const pathConditions = (filter: DepositFilter): Condition[] => {
  const { below = '', ...rest } = filter;
  const isWhole = filter.path !== undefined && 'is' in filter.path;
  if (below === '' || isWhole)
    return [...(isWhole ? [] : [{ field: 'archivalGroup', above: '' }]), ...termsOf(filter).map(conditionOf)];
  return [{ field: 'archivalGroup', startsWith: `${below}/` }, ...termsOf(rest).map(conditionOf)];
};

const conditionOf = ({ condition }: Term): Condition => condition;

/** What a filter demands of a kind. */
const demanded = ({ agents, dates, path, below, status, active, archived }: DepositFilter): Partial<Kind> => {
  const needs = (flag: keyof Kind, filters: readonly unknown[]): Partial<Kind> =>
    filters.some((filter) => filter !== undefined) ? { [flag]: true } : {};
  return {
    ...(status === undefined ? {} : { status }),
    ...(active === undefined ? {} : { active }),
    ...(archived === undefined ? {} : { archived }),
    ...needs('preserved', [dates?.preserved, agents?.preservedBy]),
    ...needs('exported', [dates?.exported, agents?.exportedBy]),
    ...needs('grouped', [path, below]),
  };
};

/** Tells which kinds have deposits that can satisfy a filter. */
export const admittedKinds = (filter: DepositFilter): ((kind: Kind) => boolean) => {
  const demands = Object.entries(demanded(filter)) as [keyof Kind, Kind[keyof Kind]][];
  return (kind) => demands.every(([name, value]) => kind[name] === value);
};
