import type { CounterEntry } from '../counters.js';
import { AGENTS, DATES, type AgentName, type DateName } from './fields.js';
import type { ListedDeposit } from './deposit-document.js';

/** How many of the containers above a group are counted, so that a deep path costs no more than others. */
export const COUNTED_CONTAINERS = 8;

/** Where the text of a time is cut: after the year, month, day and hour. */
const TIME_CUTS = [4, 7, 10, 13];
const ID_CUTS = [1, 2];

/** A text cut at these lengths; the rest is left out. */
const cut = (text: string, cuts: readonly number[]): string[] =>
  cuts.map((end, index) => text.slice(cuts[index - 1] ?? 0, end));

export const ID_TREE = 'id';
export const agentTree = (role: AgentName, agent: string): string => `${role}=${agent}`;
export const belowTree = (container: string): string => `below=${container}`;

export const dateOf = (deposit: ListedDeposit, name: DateName): string | null => {
  const value = deposit[name];
  return value === null || typeof value === 'string' ? value : value.at;
};

export const agentOf = (deposit: ListedDeposit, name: AgentName): string | null => {
  if (name === 'createdBy' || name === 'lastModifiedBy') return deposit[name];
  return (name === 'preservedBy' ? deposit.preserved : deposit.exported)?.by ?? null;
};

/** The containers above a group, the outermost first. */
export const containersOf = (path: string | null): string[] => {
  const segments = (path ?? '').split('/', COUNTED_CONTAINERS + 1).slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
};

/** Where a deposit is counted: by id, by its dates, by its agents, and below its containers. */
export const counterEntries = (deposit: ListedDeposit & { readonly kind: string }): CounterEntry[] => {
  const { depositId, kind } = deposit;
  const byDate = DATES.flatMap((tree) => {
    const at = dateOf(deposit, tree);
    return at === null ? [] : [{ tree, segments: cut(at, TIME_CUTS), kind }];
  });
  const byAgent = AGENTS.flatMap((role) => {
    const agent = agentOf(deposit, role);
    return agent === null ? [] : [{ tree: agentTree(role, agent), segments: cut(depositId, ID_CUTS), kind }];
  });
  const below = containersOf(deposit.archivalGroup).map((container) => ({
    tree: belowTree(container),
    segments: ['all'],
    kind,
  }));
  return [{ tree: ID_TREE, segments: cut(depositId, ID_CUTS), kind }, ...byDate, ...byAgent, ...below];
};
