import type { DepositOrder } from './deposit-query.js';

/** The dates of a deposit that listings filter and sort by. */
export const DATES = ['created', 'lastModified', 'preserved', 'exported'] as const;
export type DateName = (typeof DATES)[number];

export const AGENTS = ['createdBy', 'lastModifiedBy', 'preservedBy', 'exportedBy'] as const;
export type AgentName = (typeof AGENTS)[number];

/** The field of a document that each order sorts by, and that holds the date or the agent of that name. */
export const FIELDS: Readonly<Record<DepositOrder, string>> = {
  archivalGroupPath: 'archivalGroup',
  status: 'status',
  exported: 'exported.at',
  exportedBy: 'exported.by',
  preserved: 'preserved.at',
  preservedBy: 'preserved.by',
  lastModified: 'lastModified',
  lastModifiedBy: 'lastModifiedBy',
  created: 'created',
  createdBy: 'createdBy',
};
