import { numbered } from './life.js';
import { PLACES } from './record-lives.js';

const PAGE = 100;
/** Rows of a page of the console's listing. */
const SHOWN = 20;

const middleOf = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize / 2));

const ORDERS = ['created', 'lastModified', 'preserved', 'status', 'createdBy', 'archivalGroupPath'] as const;

/** Listings of deposits: pages and orders of the interface, and what pages of the console ask for. */
const listings = (count: number): Readonly<Record<string, string>> => {
  const middle = middleOf(count, PAGE);
  const orders = ORDERS.flatMap((order): [string, string][] => [
    [`by ${order}`, `showAll=true&orderBy=${order}`],
    [`by ${order}, a page in the middle`, `showAll=true&orderBy=${order}&page=${middle}`],
  ]);
  const shown = `orderBy=lastModified&pageSize=${SHOWN}`;
  const asked: Readonly<Record<string, string>> = {
    'the first page': '',
    'the first page of the console': shown,
    'a page in the middle of the console': `${shown}&page=${middleOf(count, SHOWN)}`,
    'with a status': `${shown}&status=preserved&showAll=true`,
    'with the status of failed imports': `${shown}&status=error&showAll=true`,
    'created by an agent': `${shown}&createdBy=agent-7`,
    'created in a month': `${shown}&createdAfter=2024-06-01&createdBefore=2024-07-01&showAll=true`,
    'preserved in a month': `${shown}&preservedAfter=2024-06-01&preservedBefore=2024-07-01&showAll=true`,
    'below a container': `${shown}&archivalGroupPathParent=${PLACES.boxes}/${numbered('box', 0)}&showAll=true`,
    'of one group': `${shown}&archivalGroupPath=${PLACES.boxes}/${numbered('box', 0)}/${numbered('item', 0)}&showAll=true`,
    'whose group ends in a text': `${shown}&archivalGroupPath=0000&showAll=true`,
    'with infected files': `${shown}&infected=true`,
    'with files that differ': `${shown}&differing=true`,
    'with a job under way': `${shown}&running=true`,
    'not changed for long': `lastModifiedBefore=2025-06-01&orderBy=lastModified&ascending=true&pageSize=3`,
    ...Object.fromEntries(orders),
  };
  return Object.fromEntries(Object.entries(asked).map(([name, query]) => [`deposits ${name}`, `/deposits?${query}`]));
};

/** Requests of the preservation service that read, by what they ask for. */
export const requestsFor = (count: number): Readonly<Record<string, string>> => {
  const middle = numbered('child', Math.floor(count / 2));
  const flat = `/children/${PLACES.children}?limit=${PAGE}`;
  return {
    ...listings(count),
    'a container, names only': `/repository/${PLACES.children}?view=lightweight`,
    'children, the first page': flat,
    'children, a page in the middle': `${flat}&after=${middle}`,
    'a child': `/repository/${PLACES.children}/${middle}?view=lightweight`,
    'history of a container': `/history/${PLACES.children}?limit=${PAGE}`,
    'history of the root': `/history?limit=${PAGE}`,
    'jobs, the first page': `/jobs?pageSize=${PAGE}`,
    'jobs, a page in the middle': `/jobs?pageSize=${PAGE}&page=${middleOf(count / 10, PAGE)}`,
    'jobs that run or wait': '/jobs?state=running,waiting,held&pageSize=5',
    'imports that are completed': '/jobs?kind=import&state=completed&pageSize=5',
    'events, the newest page': `/activity?limit=${PAGE}`,
    'activity of groups, collection': '/activity/archivalgroups/collection',
    'activity of groups, the first page': '/activity/archivalgroups/pages/1',
    'search for the number of one group': `/search?text=${numbered('opened', 1).slice(3)}`,
    'search for what every path has': '/search?text=box-0',
    agents: '/agents',
    'numbers of the platform': '/system',
  };
};
