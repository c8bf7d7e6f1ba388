import type { DepositOrder } from './deposit-query.js';
import type { DepositCounts } from './deposit-counts.js';
import type { AgentName, DateName } from './fields.js';
import { parseKind, type Kind } from './kinds.js';

/** A part of an order: deposits that are next to each other in it, and how they are sorted there. */
export interface OrderGroup {
  readonly kinds: readonly string[];
  readonly within: { readonly date: DateName } | 'id' | 'path';
  /** The agent that all of them have. */
  readonly agent?: { readonly role: AgentName; readonly name: string; readonly total: number };
}

interface Ordered {
  readonly orderBy: DepositOrder;
  readonly ascending: boolean;
}

const withFlag = (kinds: readonly string[], has: (kind: Kind) => boolean): [string[], string[]] => [
  kinds.filter((kind) => !has(parseKind(kind))),
  kinds.filter((kind) => has(parseKind(kind))),
];

const ascendingGroups = async (
  orderBy: DepositOrder,
  kinds: readonly string[],
  counts: DepositCounts,
): Promise<OrderGroup[]> => {
  const byAgent = async (role: AgentName, having: readonly string[]): Promise<OrderGroup[]> => {
    const agents = await counts.agents(role, new Set(having));
    return agents.map(({ name, total }) => ({ kinds: having, within: 'id', agent: { role, name, total } }));
  };
  switch (orderBy) {
    case 'created':
    case 'lastModified':
      return [{ kinds, within: { date: orderBy } }];
    case 'preserved':
    case 'exported': {
      const [without, having] = withFlag(kinds, (kind) => kind[orderBy]);
      return [
        { kinds: without, within: 'id' },
        { kinds: having, within: { date: orderBy } },
      ];
    }
    case 'status': {
      const statuses = [...new Set(kinds.map((kind) => parseKind(kind).status))].sort();
      return statuses.map((status) => ({
        kinds: kinds.filter((kind) => parseKind(kind).status === status),
        within: 'id',
      }));
    }
    case 'archivalGroupPath': {
      const [without, having] = withFlag(kinds, (kind) => kind.grouped);
      return [
        { kinds: without, within: 'id' },
        { kinds: having, within: 'path' },
      ];
    }
    case 'createdBy':
    case 'lastModifiedBy':
      return byAgent(orderBy, kinds);
    case 'preservedBy':
    case 'exportedBy': {
      const [without, having] = withFlag(kinds, (kind) => kind[orderBy === 'preservedBy' ? 'preserved' : 'exported']);
      return [{ kinds: without, within: 'id' }, ...(await byAgent(orderBy, having))];
    }
  }
};

/** The parts of an order that can have deposits of these kinds, from its first to its last. */
export const groupsOf = async (
  { orderBy, ascending }: Ordered,
  kinds: readonly string[],
  counts: DepositCounts,
): Promise<OrderGroup[]> => {
  const groups = (await ascendingGroups(orderBy, kinds, counts)).filter((group) => group.kinds.length > 0);
  return ascending ? groups : groups.reverse();
};
