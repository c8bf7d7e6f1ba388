import * as answers from './answers.js';
import { AGENT, AGENTS, boxPath, childPath, groupPath, PLACES, timeBefore } from './generated.js';
import { childrenOf, containersIn, importedByTime, importedGroups, type Known } from './known.js';
import { pageOf, type Listing } from './known-deposits.js';
import { numbered } from './life.js';

/** A request of the preservation service that reads. */
export interface Request {
  readonly path: string;
  /** What of an answer is compared. */
  readonly shown: (answer: unknown) => unknown;
  /** What it should be. */
  readonly right: (known: Known) => unknown;
}

type Requests = Readonly<Record<string, Request>>;

const request = <Answer>(
  path: string,
  shown: (answer: Answer) => unknown,
  right: (known: Known) => unknown,
): Request => ({ path, shown: (answer) => shown(answer as Answer), right });

const PAGE = 100;
/** Rows of a page of the console's listing. */
const SHOWN = 20;
/** Rows of a list on its home page. */
const FEW = 5;

const middleOf = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize / 2));
const slice = <T>(of: readonly T[], page: number, size: number): readonly T[] =>
  of.slice((page - 1) * size, page * size);

const ORDERS = ['created', 'lastModified', 'preserved', 'status', 'createdBy', 'archivalGroupPath'] as const;

const listing = (query: Listing): Request =>
  request(`/deposits?${new URLSearchParams(query as Record<string, string>).toString()}`, answers.depositsIn, (known) =>
    pageOf(known.deposits, query),
  );

/** Listings of deposits: pages and orders of the interface, and what pages of the console ask for. */
const listings = (count: number): Requests => {
  const middle = Math.floor(count / 2);
  const month = Math.ceil(count / 60);
  const [from, to] = [timeBefore(middle, count), timeBefore(middle + month, count)];
  const shown = { orderBy: 'lastModified', pageSize: SHOWN } as const;
  const shownAll = { ...shown, showAll: true } as const;
  const asked: Readonly<Record<string, Listing>> = {
    'the first page': {},
    'the first page of the console': shown,
    'a page in the middle of the console': { ...shown, page: middleOf(count, SHOWN) },
    'with a status': { ...shownAll, status: 'preserved' },
    'with the status of failed imports': { ...shownAll, status: 'error' },
    'created by an agent': { ...shown, createdBy: 'agent-7' },
    'created in a month': { ...shownAll, createdAfter: from, createdBefore: to },
    'preserved in a month': { ...shownAll, preservedAfter: from, preservedBefore: to },
    'below a container': { ...shownAll, archivalGroupPathParent: boxPath(0) },
    'of one group': { ...shownAll, archivalGroupPath: groupPath(0) },
    'whose group ends in a text': { ...shownAll, archivalGroupPath: '0000' },
    'with infected files': { ...shown, infected: true },
    'with files that differ': { ...shown, differing: true },
    'with a job under way': { ...shown, running: true },
    'not changed for long': { orderBy: 'lastModified', ascending: true, pageSize: 3, lastModifiedBefore: from },
  };
  const orders = ORDERS.flatMap((orderBy): [string, Listing][] => [
    [`by ${orderBy}`, { showAll: true, orderBy }],
    [`by ${orderBy}, a page in the middle`, { showAll: true, orderBy, page: middleOf(count, PAGE) }],
  ]);
  const all = [...Object.entries(asked), ...orders];
  return Object.fromEntries(all.map(([name, query]) => [`deposits ${name}`, listing(query)]));
};

/** A page of the children of the container of all, which begins after the child at an index; -1: at the first. */
const children = (after: number): Request => {
  const from = after === -1 ? '' : `&after=${childPath(after)}`;
  return request(`/children/${PLACES.children}?limit=${PAGE}${from}`, answers.childrenIn, (known) => {
    const rest = childrenOf(known).slice(after + 1);
    const page = rest.slice(0, PAGE);
    return { children: page, next: rest.length > PAGE ? page.at(-1) : null };
  });
};

const containers = (count: number): Requests => {
  const middle = Math.floor(count / 2);
  const resource = (path: string): Request =>
    request(`/repository/${path}?view=lightweight`, answers.resourceIn, () => ({ path, type: 'Container' }));
  return {
    'a container, names only': resource(PLACES.children),
    'children, the first page': children(-1),
    'children, a page in the middle': children(middle),
    'children, the last page': children(count - 1),
    'a child': resource(childPath(middle)),
    'history of a container': request(`/history/${PLACES.children}?limit=${PAGE}`, answers.eventsIn, () => [
      'ContainerCreated',
      'ChildReserved',
    ]),
    'history of the root': request(`/history?limit=${PAGE}`, answers.eventsIn, () => []),
  };
};

/** A page of jobs, all of which are imports that were completed. */
const jobs = (query: string, page: number, pageSize: number): Request =>
  request(`/jobs?${query}pageSize=${pageSize}&page=${page}`, answers.jobsIn, (known) => {
    const groups = importedByTime(known).toReversed();
    return { total: groups.length, groups: slice(groups, page, pageSize), states: ['completed'] };
  });

/** A page of the activity of groups, whose first item is the example of the specification. */
const activityPage = (page: number): Request =>
  request(`/activity/archivalgroups/pages/${page}`, answers.itemsIn, (known) => ({
    startIndex: (page - 1) * PAGE,
    items: slice(['https://example.com/archival-group', ...importedGroups(known)], page, PAGE),
  }));

const events = (count: number): Requests => {
  const middle = Math.floor(count / 2);
  const imports = Math.ceil(count / 10);
  return {
    'jobs, the first page': jobs('', 1, PAGE),
    'jobs, a page in the middle': jobs('', middleOf(imports, PAGE), PAGE),
    'jobs that run or wait': request(`/jobs?state=running,waiting,held&pageSize=${FEW}`, answers.jobsIn, () => ({
      ...{ total: 0, groups: [], states: [] },
    })),
    'imports that are completed': jobs('kind=import&state=completed&', 1, FEW),
    'events, the newest page': request(`/activity?limit=${PAGE}`, answers.beginOf, ({ made }) => ({
      entries: PAGE,
      of: made.imported.at(-1)?.id,
    })),
    'events, before a time in the middle': request(
      `/activity?limit=${PAGE}&before=${timeBefore(middle, count)}`,
      answers.beginOf,
      () => ({ entries: PAGE, of: answers.lastSegment(childPath(middle - 1)) }),
    ),
    'activity of groups, collection': request('/activity/archivalgroups/collection', answers.collectionIn, (known) => {
      const totalItems = 1 + importedGroups(known).length;
      return { totalItems, pages: Math.ceil(totalItems / PAGE) };
    }),
    'activity of groups, the first page': activityPage(1),
    'activity of groups, a page in the middle': activityPage(middleOf(imports, PAGE)),
  };
};

/** A search for a part of paths; `files` that are found for each group that the bench imported: the others have no objects. */
const search = (text: string, files: number): Request =>
  request(`/search?text=${text}`, answers.foundIn, ({ deposits, made }) => {
    const found = deposits.filter(({ archivalGroupPath }) => archivalGroupPath.includes(text));
    return { files: files * made.imported.length, ...pageOf(found, { showAll: true, pageSize: SHOWN }) };
  });

const platform = (): Requests => ({
  'search for the number of one group': search(numbered('opened', 1).slice(3), 0),
  'search for what every path has': search('box-0', 2),
  agents: request('/agents', answers.agentsIn, () =>
    [AGENT, ...Array.from({ length: AGENTS }, (_, number) => `agent-${number}`)].sort(),
  ),
  'numbers of the platform': request('/system', answers.numbersIn, (known) => {
    const groups = importedGroups(known).length;
    return {
      ...{ containers: containersIn(known), archivalGroups: groups, versions: groups },
      ...{ waiting: known.deposits.length - groups, preserved: groups, failed: 0 },
    };
  }),
});

/** What was recorded in the streams of an imported deposit and of its group, the newest first. */
const DEPOSIT_EVENTS = [
  ...['DepositPreserved', 'ImportJobSettled', 'ImportJobAccepted'],
  ...['MetsRevised', 'DepositWorkspacePrepared', 'DepositCreated'],
];
const GROUP_EVENTS = [
  ...['DepositReleased', 'VersionPublished', 'VersionCommitDecided', 'ImportContentBegun'],
  ...['ImportStarted', 'ImportAdmitted', 'DepositAdmitted'],
];

/** What is asked for of a deposit that the bench has imported. */
const imported = (deposit: string, group: string): Requests => ({
  'a deposit': request(`/deposits/${deposit}`, answers.depositIn, () => ({
    ...{ group, status: 'preserved', versionPreserved: 'v1' },
  })),
  'history of a deposit': request(`/deposits/${deposit}/history`, answers.eventsIn, () => DEPOSIT_EVENTS),
  'a group': request(`/repository/${group}?view=lightweight`, answers.resourceIn, () => ({
    ...{ path: group, type: 'ArchivalGroup' },
  })),
  'history of a group': request(`/history/${group}`, answers.eventsIn, () => GROUP_EVENTS),
  'versions of a group': request(`/versions/${group}`, answers.versionsIn, () => ({
    ...{ group, versions: [{ version: 1, deposit }] },
  })),
});

/** The requests by what they ask for, on a platform of `count` copies and a deposit that was imported there. */
export const requestsFor = (count: number, deposit: string, group: string): Requests => ({
  ...imported(deposit, group),
  ...listings(count),
  ...containers(count),
  ...events(count),
  ...platform(),
});
