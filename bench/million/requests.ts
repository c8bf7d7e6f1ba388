import * as answers from './answers.js';
import {
  AGENT,
  AGENTS,
  boxPath,
  childPath,
  groupPath,
  PLACES,
  RECORDED,
  timeBefore,
  type Counts,
} from './generated.js';
import { childrenOf, containersIn, importedGroups, jobsByTime, type KnownJob } from './known.js';
import { importedRequests, failedGroupRequests } from './group-requests.js';
import { pageOf, type Listing } from './known-deposits.js';
import { numbered } from './life.js';
import { listing, middleOf, PAGE, request, type Request, type Requests } from './request.js';

/** Rows of a page of the console's listing. */
const SHOWN = 20;
/** Rows of a list on its home page. */
const FEW = 5;

const slice = <T>(of: readonly T[], page: number, size: number): readonly T[] =>
  of.slice((page - 1) * size, page * size);

const ORDERS = ['created', 'lastModified', 'preserved', 'status', 'createdBy', 'archivalGroupPath'] as const;

/** Listings of deposits: pages and orders of the interface, and what pages of the console ask for. */
const listings = ({ deposits: count, failed }: Counts): Requests => {
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
    [`by ${orderBy}, a page in the middle`, { showAll: true, orderBy, page: middleOf(count + failed, PAGE) }],
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

/** A page of jobs, all of which are imports: those in a state, or all. */
const jobs = (state: KnownJob['state'] | null, page: number, pageSize: number): Request => {
  const query = state === null ? '' : `kind=import&state=${state}&`;
  return request(`/jobs?${query}pageSize=${pageSize}&page=${page}`, answers.jobsIn, (known) => {
    const listed = jobsByTime(known).filter((job) => state === null || job.state === state);
    return { total: listed.length, jobs: slice(listed.toReversed(), page, pageSize) };
  });
};

/** A page of the activity of groups, whose first item is the example of the specification. */
const activityPage = (page: number): Request =>
  request(`/activity/archivalgroups/pages/${page}`, answers.itemsIn, (known) => ({
    startIndex: (page - 1) * PAGE,
    items: slice(['https://example.com/archival-group', ...importedGroups(known)], page, PAGE),
  }));

const events = ({ deposits: count, failed }: Counts): Requests => {
  const middle = Math.floor(count / 2);
  const imports = Math.ceil(count / 10);
  const time = timeBefore(middle, count);
  return {
    'jobs, the first page': jobs(null, 1, PAGE),
    'jobs, a page in the middle': jobs(null, middleOf(imports + failed, PAGE), PAGE),
    'jobs that run or wait': request(`/jobs?state=running,waiting,held&pageSize=${FEW}`, answers.jobsIn, () => ({
      ...{ total: 0, jobs: [] },
    })),
    'imports that are completed': jobs('completed', 1, FEW),
    'imports that have failed': jobs('completedWithErrors', 1, FEW),
    'events, the newest page': request(`/activity?limit=${PAGE}`, answers.beginOf, ({ made }) => ({
      entries: PAGE,
      of: made.imported.at(-1)?.id,
    })),
    'events, before a time in the middle': request(
      `/activity?limit=${PAGE}&before=${time}`,
      answers.earlierIn(time, childPath(middle - 1)),
      () => ({ entries: PAGE, earlier: PAGE, ofChild: true }),
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
    const waiting = known.deposits.filter(({ status }) => status === 'new');
    return {
      ...{ containers: containersIn(known), archivalGroups: groups, versions: groups },
      ...{ waiting: waiting.length, preserved: groups, failed: known.counts.failed + RECORDED.length },
    };
  }),
});

/** The requests by what they ask for, on a generated platform and of a deposit that was imported there. */
export const requestsFor = (counts: Counts, deposit: string, group: string): Requests => ({
  ...importedRequests(deposit, group),
  ...failedGroupRequests(counts),
  ...listings(counts),
  ...containers(counts.deposits),
  ...events(counts),
  ...platform(),
});
