/** The dates of a deposit that listings filter and sort by. */
export const DATES = ['created', 'lastModified', 'preserved', 'exported'] as const;
export type DateName = (typeof DATES)[number];

export const AGENTS = ['createdBy', 'lastModifiedBy', 'preservedBy', 'exportedBy'] as const;
export type AgentName = (typeof AGENTS)[number];

/** The field of a document that holds a date. */
export const DATE_FIELDS: Readonly<Record<DateName, string>> = {
  created: 'created',
  lastModified: 'lastModified',
  preserved: 'preserved.at',
  exported: 'exported.at',
};

export const AGENT_FIELDS: Readonly<Record<AgentName, string>> = {
  createdBy: 'createdBy',
  lastModifiedBy: 'lastModifiedBy',
  preservedBy: 'preserved.by',
  exportedBy: 'exported.by',
};

/** The date that belongs to an agent. */
export const DATE_OF: Readonly<Record<AgentName, DateName>> = {
  createdBy: 'created',
  lastModifiedBy: 'lastModified',
  preservedBy: 'preserved',
  exportedBy: 'exported',
};

/** The containers above a group that documents hold for an index, the outermost first. */
export const CONTAINERS = ['containers.first', 'containers.second', 'containers.third'] as const;

/** The indexes of the view, by what they begin with; each also ends in the key. */
export const INDEXES = {
  byDate: (date: DateName) => ['kind', DATE_FIELDS[date]],
  byId: ['kind', 'depositId'],
  byPath: ['archivalGroup', 'depositId', 'kind'],
  byPathEnd: ['pathReversed', 'kind'],
  byAgent: (agent: AgentName) => [AGENT_FIELDS[agent], 'kind', DATE_FIELDS[DATE_OF[agent]]],
  byContainer: (depth: number) => [CONTAINERS[depth - 1] ?? '', 'kind', 'created'],
} as const;
