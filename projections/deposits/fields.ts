/** The dates of a deposit that listings filter and sort by. */
export const DATES = ['created', 'lastModified', 'preserved', 'exported'] as const;
export type DateName = (typeof DATES)[number];

export const AGENTS = ['createdBy', 'lastModifiedBy', 'preservedBy', 'exportedBy'] as const;
export type AgentName = (typeof AGENTS)[number];

/** The numbers of the last pipeline run that listings filter by, and the field of a document that has each. */
export const FOUND_FIELDS = {
  infected: 'lastRun.infected',
  notScanned: 'lastRun.notScanned',
  unidentified: 'lastRun.unidentified',
  differing: 'lastRun.differing',
  unrecorded: 'lastRun.unrecorded',
} as const;
export type FoundName = keyof typeof FOUND_FIELDS;
export const FOUND = Object.keys(FOUND_FIELDS) as readonly FoundName[];

/** The orders of listings, and the field of a document that each sorts by; it also holds the date or agent of that name. */
export const FIELDS = {
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
} as const;
