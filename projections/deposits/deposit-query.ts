import { FIELDS, type AgentName, type DateName, type FoundName } from './fields.js';

export type DepositOrder = keyof typeof FIELDS;
export const ORDERS = Object.keys(FIELDS) as readonly DepositOrder[];

/** A span of time; both limits as UTC with seven fractional digits. */
export interface TimeRange {
  readonly atLeast?: string;
  readonly below?: string;
}

/** What deposits must satisfy, all of it (preservation 4.2.1). What is null satisfies no date, agent or path. */
export interface DepositFilter {
  readonly agents?: Readonly<Partial<Record<AgentName, string>>>;
  readonly dates?: Readonly<Partial<Record<DateName, TimeRange>>>;
  /** The archival group, or how its path ends. */
  readonly path?: { readonly is: string } | { readonly endsWith: string };
  /** A container that the archival group is below, at any depth; '' for the root. */
  readonly below?: string;
  readonly status?: string;
  readonly active?: boolean;
  readonly archived?: boolean;
  /** Whether a job of the deposit has not ended. */
  readonly running?: boolean;
  /** Whether the last run found such files; what is not known counts as none. */
  readonly found?: Readonly<Partial<Record<FoundName, boolean>>>;
}

/** One page of deposits. Deposits without a value come first in an ascending order; ties are sorted by id. */
export interface DepositQuery {
  readonly filter: DepositFilter;
  readonly orderBy: DepositOrder;
  readonly ascending: boolean;
  readonly skip: number;
  readonly limit: number;
}
