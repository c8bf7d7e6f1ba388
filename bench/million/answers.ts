/** What of the platform's answers is compared. Only what is read here is in these types. */

const REPOSITORY = '/repository/';

/** The path of a URI of the repository; the URI where it is of something else. */
export const pathOf = (uri: string): string => {
  const at = uri.indexOf(REPOSITORY);
  return at === -1 ? uri : uri.slice(at + REPOSITORY.length);
};

export const lastSegment = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

interface Deposits {
  readonly deposits: readonly { readonly archivalGroup: string }[];
  readonly total: number;
}
export const depositsIn = ({ deposits, total }: Deposits) => ({
  total,
  groups: deposits.map(({ archivalGroup }) => pathOf(archivalGroup)),
});

interface Children {
  readonly children: readonly { readonly path: string }[];
  readonly next: string | null;
}
export const childrenIn = ({ children, next }: Children) => ({ children: children.map(({ path }) => path), next });

interface History {
  readonly entries: readonly { readonly type: string; readonly of: string; readonly at: string }[];
}
export const eventsIn = ({ entries }: History): readonly string[] => entries.map(({ type }) => type);
/** How many events a page has, and the name or the id of what the first one is of. */
export const beginOf = ({ entries }: History) => ({ entries: entries.length, of: lastSegment(entries[0]?.of ?? '') });

/** How many events a page has, how many of them were before a time, and whether one is of a child. */
export const earlierIn =
  (time: string, child: string) =>
  ({ entries }: History) => ({
    entries: entries.length,
    earlier: entries.filter(({ at }) => Date.parse(at) < Date.parse(time)).length,
    ofChild: entries.some(({ of }) => pathOf(of) === child),
  });

interface Jobs {
  readonly jobs: readonly { readonly archivalGroup: string; readonly state: string }[];
  readonly total: number;
}
export const jobsIn = ({ jobs, total }: Jobs) => ({
  total,
  jobs: jobs.map(({ archivalGroup, state }) => ({ group: pathOf(archivalGroup), state })),
});

interface Collection {
  readonly totalItems: number;
  readonly last: { readonly id: string };
}
export const collectionIn = ({ totalItems, last }: Collection) => ({ totalItems, pages: Number(lastSegment(last.id)) });

interface ActivityPage {
  readonly startIndex: number;
  readonly orderedItems: readonly { readonly object: { readonly id: string } }[];
}
export const itemsIn = ({ startIndex, orderedItems }: ActivityPage) => ({
  startIndex,
  items: orderedItems.map(({ object }) => pathOf(object.id)),
});

interface Found {
  readonly repoSearch: { readonly total: number };
  readonly depositSearch: Deposits;
}
export const foundIn = ({ repoSearch, depositSearch }: Found) => ({
  files: repoSearch.total,
  ...depositsIn(depositSearch),
});

interface System {
  readonly repository: Readonly<Record<'containers' | 'archivalGroups' | 'versions', number>>;
  readonly deposits: Readonly<Record<'new' | 'preserved' | 'error', number>>;
}
export const numbersIn = ({ repository: { containers, archivalGroups, versions }, deposits }: System) => ({
  ...{ containers, archivalGroups, versions },
  ...{ waiting: deposits.new, preserved: deposits.preserved, failed: deposits.error },
});

interface Resource {
  readonly id: string;
  readonly type: string;
}
export const resourceIn = ({ id, type }: Resource) => ({ path: pathOf(id), type });

interface Deposit {
  readonly archivalGroup: string;
  readonly status: string;
  readonly versionPreserved: string | null;
}
export const depositIn = ({ archivalGroup, status, versionPreserved }: Deposit) => ({
  group: pathOf(archivalGroup),
  ...{ status, versionPreserved },
});

interface Versions {
  readonly group: string;
  readonly versions: readonly { readonly version: number; readonly deposit: string | null }[];
}
export const versionsIn = ({ group, versions }: Versions) => ({
  group,
  versions: versions.map(({ version, deposit }) => ({ version, deposit })),
});

export const agentsIn = (agents: readonly string[]): readonly string[] => agents.map(lastSegment);
