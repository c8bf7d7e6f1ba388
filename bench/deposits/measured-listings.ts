import type { DepositFilter, DepositQuery } from '../../projections/deposits/deposit-query.js';
import type { DepositsView } from '../../projections/deposits/deposits-view.js';
import type { Figure } from '../figure.js';
import { median, percentile, secondsOf } from '../measure.js';

const ROUNDS = 50;
const PAGE_SIZE = 100;
/** The goal for the default page, and for any page where there are at most so many deposits. */
const USUAL_MS = 50;
const MANY = 100_000;
/** The goal for any first page of more. */
const FIRST_MS = 500;

const page = (filter: DepositFilter, number = 1, order: Partial<DepositQuery> = {}): DepositQuery => ({
  filter,
  orderBy: 'created',
  ascending: false,
  skip: (number - 1) * PAGE_SIZE,
  limit: PAGE_SIZE,
  ...order,
});

const JUNE = { atLeast: '2023-06-01T00:00:00.0000000Z', below: '2023-07-01T00:00:00.0000000Z' };
const AGENT = 'agent-7@example.org';

const LISTINGS: Readonly<Record<string, DepositQuery>> = {
  'status preserved': page({ status: 'preserved' }),
  'archived, not active': page({ archived: true, active: false }),
  'created by an agent': page({ agents: { createdBy: AGENT } }),
  'created by an agent, any order': page({ agents: { createdBy: AGENT } }, 1, { orderBy: 'lastModified' }),
  'created by an agent, active': page({ active: true, agents: { createdBy: AGENT } }),
  'created by one and preserved by another': page({ agents: { createdBy: AGENT, preservedBy: 'agent-3@example.org' } }),
  'created in a month': page({ dates: { created: JUNE } }),
  'preserved in a month, by its date': page({ dates: { preserved: JUNE } }, 1, { orderBy: 'preserved' }),
  'preserved in a month': page({ dates: { preserved: JUNE } }),
  'created by an agent in a month': page({ agents: { createdBy: AGENT }, dates: { created: JUNE } }),
  'below a container': page({ below: 'c3' }),
  'below an inner container': page({ below: 'c3/box-17' }),
  'below a container, by path': page({ below: 'c3' }, 1, { orderBy: 'archivalGroupPath', ascending: true }),
  'one archival group': page({ path: { is: 'c0/box-0/item-1' } }),
  'path ends in a text': page({ path: { endsWith: '-4711' } }),
  'path ends in a short text': page({ path: { endsWith: '42' } }),
};

const ORDERS = ['created', 'lastModified', 'preserved', 'status', 'createdBy', 'archivalGroupPath'] as const;

const timesOf = async (view: DepositsView, query: DepositQuery): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(1_000 * (await secondsOf(() => view.list(query))));
  return times;
};

const figures = async (view: DepositsView, name: string, query: DepositQuery, goal: object): Promise<Figure[]> => {
  const { total } = await view.list(query);
  const times = await timesOf(view, query);
  const of = `${name} (${total.toLocaleString('en')})`;
  return [
    { name: `${of}: p50`, value: median(times), unit: 'ms' },
    { name: `${of}: p99`, value: percentile(times, 0.99), unit: 'ms', ...goal },
  ];
};

/** How long pages of a view of so many deposits take; in each order the first one, and one in the middle. */
export const measuredListings = async (view: DepositsView, count: number): Promise<readonly Figure[]> => {
  const first = { atMost: count <= MANY ? USUAL_MS : FIRST_MS };
  const inner = count <= MANY ? { atMost: USUAL_MS } : {};
  const middle = Math.ceil(count / PAGE_SIZE / 2);
  const measured = await figures(view, 'default page', page({ active: true }), { atMost: USUAL_MS });
  for (const [name, query] of Object.entries(LISTINGS)) measured.push(...(await figures(view, name, query, first)));
  for (const orderBy of ORDERS) {
    measured.push(...(await figures(view, `page 1 by ${orderBy}`, page({}, 1, { orderBy }), first)));
    const name = `page ${middle.toLocaleString('en')} by ${orderBy}`;
    measured.push(...(await figures(view, name, page({}, middle, { orderBy }), inner)));
  }
  return measured;
};
