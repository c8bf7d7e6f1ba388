import type { DepositFilter, DepositQuery } from '../../projections/deposits/deposit-query.js';
import { depositsView, type DepositsView } from '../../projections/deposits/deposits-view.js';
import { deposits, type DepositDocument } from '../../projections/deposits/deposits.js';
import type { DocumentStore } from '../../projections/documents.js';
import { readView } from '../../projections/read-view.js';
import type { Figure } from '../figure.js';
import { median, percentile, secondsOf } from '../measure.js';

const PAGE_SIZE = 100;
const DEFAULT_MS = 50;
const FILTERED_MS = 200;
const DEEP_PAGE = 9_000;
/** A deep page may take this many times as long as the first one. */
const DEEP = 3;

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
  'by status': page({}, 1, { orderBy: 'status' }),
  'by agent': page({}, 1, { orderBy: 'createdBy' }),
  'by path': page({}, 1, { orderBy: 'archivalGroupPath' }),
};

const DEEP_ORDERS = ['created', 'lastModified', 'preserved', 'status', 'createdBy', 'archivalGroupPath'] as const;

const timesOf = async (view: DepositsView, query: DepositQuery, rounds: number): Promise<number[]> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(1_000 * (await secondsOf(() => view.list(query))));
  return times;
};

/** How long pages of a filled view take. */
export const measuredListings = async (store: DocumentStore, rounds = 200): Promise<readonly Figure[]> => {
  const opened = readView<DepositDocument>(deposits.shape, store);
  const view = depositsView(opened);
  const figures: Figure[] = [];
  const measure = async (name: string, query: DepositQuery, atMost?: number, most = rounds): Promise<number> => {
    await timesOf(view, query, 3);
    const { total } = await view.list(query);
    const times = await timesOf(view, query, most);
    const limit = atMost === undefined ? {} : { atMost };
    figures.push(
      { name: `${name} (${total.toLocaleString('en')}): p50`, value: median(times), unit: 'ms' },
      { name: `${name} (${total.toLocaleString('en')}): p99`, value: percentile(times, 0.99), unit: 'ms', ...limit },
    );
    return median(times);
  };
  await measure('default page', page({ active: true }), DEFAULT_MS);
  for (const [name, query] of Object.entries(LISTINGS)) await measure(name, query, FILTERED_MS, rounds / 4);
  for (const orderBy of DEEP_ORDERS) {
    const first = await measure(`page 1 by ${orderBy}`, page({}, 1, { orderBy }), FILTERED_MS, rounds / 4);
    const deep = await measure(`page 9,000 by ${orderBy}`, page({}, DEEP_PAGE, { orderBy }), FILTERED_MS, rounds / 4);
    const ratio = { to: 'page 1', value: deep / first, atMost: DEEP };
    figures.push({ name: `page 9,000 by ${orderBy}`, value: deep, unit: 'ms', ratio });
  }
  opened.close();
  return figures;
};
