import type { Deposit } from '../../commands/deposit/state.js';
import { deposit as decider } from '../../commands/deposit/decider.js';
import { existing, type DepositState } from '../../commands/deposit/state.js';
import type { DepositFact } from '../../events/deposit.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { DepositFilter, DepositOrder, DepositQuery, TimeRange } from '../../projections/deposits/deposit-query.js';

/** The deposits after facts, by the fold of the commands. */
export const depositsAfter = (facts: readonly DepositFact[]): Deposit[] => {
  const states = new Map<string, DepositState>();
  for (const fact of facts) {
    const { depositId } = fact.data;
    states.set(depositId, decider.evolve(states.get(depositId) ?? decider.initial, fact));
  }
  return [...states.values()].flatMap((state) => existing(state) ?? []);
};

const done = (what: Deposit['preserved'] | Deposit['exported'], part: 'at' | 'by'): string | null =>
  what?.[part] ?? null;

const valueOf = (deposit: Deposit, name: DepositOrder): string | null =>
  ({
    archivalGroupPath: deposit.archivalGroup,
    status: deposit.status,
    created: deposit.created,
    createdBy: deposit.createdBy,
    lastModified: deposit.lastModified,
    lastModifiedBy: deposit.lastModifiedBy,
    preserved: done(deposit.preserved, 'at'),
    preservedBy: done(deposit.preserved, 'by'),
    exported: done(deposit.exported, 'at'),
    exportedBy: done(deposit.exported, 'by'),
  })[name];

const isInRange = (value: string | null, { atLeast = '', below = '~' }: TimeRange): boolean =>
  value !== null && value >= atLeast && value < below;

const isAt = (group: string | null, { path, below }: DepositFilter): boolean => {
  if (group === null) return path === undefined && below === undefined;
  const isNamed = path === undefined || ('is' in path ? group === path.is : group.endsWith(path.endsWith));
  return isNamed && (below === undefined || below === '' || group.startsWith(`${below}/`));
};

const satisfies = (deposit: Deposit, { filter }: DepositQuery): boolean => {
  const { agents = {}, dates = {}, status, active, archived, running, found = {} } = filter;
  const { exported, pipeline } = deposit;
  const isRunning = pipeline.live !== null || exported?.failures === null;
  const isArchived = deposit.archived !== null;
  return [
    ...Object.entries(dates).map(([name, range]) => isInRange(valueOf(deposit, name as DepositOrder), range)),
    ...Object.entries(agents).map(([name, agent]) => valueOf(deposit, name as DepositOrder) === agent),
    isAt(deposit.archivalGroup, filter),
    status === undefined || status === deposit.status,
    active === undefined || active === deposit.active,
    archived === undefined || archived === isArchived,
    running === undefined || running === isRunning,
    found.infected === undefined || found.infected === (pipeline.infected ?? 0) > 0,
  ].every(Boolean);
};

const compared = (one: string | null, other: string | null): number => {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return compareUtf8(one, other);
};

/** The listing, by looking at every deposit. */
export const referenceListing = (
  deposits: readonly Deposit[],
  query: DepositQuery,
): { readonly ids: string[]; readonly total: number } => {
  const found = deposits
    .filter((deposit) => satisfies(deposit, query))
    .sort(
      (one, other) =>
        (query.ascending ? 1 : -1) *
        (compared(valueOf(one, query.orderBy), valueOf(other, query.orderBy)) ||
          compared(one.depositId, other.depositId)),
    );
  const page = found.slice(query.skip, query.skip + query.limit);
  return { ids: page.map(({ depositId }) => depositId), total: found.length };
};
