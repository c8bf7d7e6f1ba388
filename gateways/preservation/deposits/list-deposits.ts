import { ORDERS, type DepositOrder } from '../../../projections/deposits/deposit-query.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { LISTED, renderDeposit, renderWork } from '../../rendering/deposit.js';
import { nextVersions } from './next-versions.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { depositFilter, type FilterParameters } from './deposit-filter.js';
import { TimeFault } from '../../http/request/utc-time.js';

interface ListParameters extends FilterParameters {
  readonly page: number;
  readonly pageSize: number;
  readonly orderBy: string;
  readonly ascending: boolean;
}

const orderIn = (text: string): DepositOrder =>
  ORDERS.find((order) => order.toLowerCase() === text.trim().toLowerCase()) ?? 'created';

/** One page of the deposits that satisfy every filter (preservation 4.2.1, companion 13.7). */
export const listDeposits = ({ deposits, repository, baseUrls }: DepositDependencies): Route =>
  route<ListParameters>('listDeposits', async ({ query }) => {
    const { page, pageSize, ascending } = query;
    try {
      const listed = await deposits.list({
        filter: depositFilter(query),
        orderBy: orderIn(query.orderBy),
        ascending,
        skip: (page - 1) * pageSize,
        limit: pageSize,
      });
      const nextVersionOf = await nextVersions(repository, listed.deposits);
      const rendered = listed.deposits.map((deposit) => ({
        ...renderDeposit(baseUrls.preservation, deposit, LISTED),
        ...renderWork(baseUrls.preservation, deposit, nextVersionOf(deposit)),
      }));
      return json(200, { deposits: rendered, page, pageSize, total: listed.total });
    } catch (error) {
      if (error instanceof TimeFault) return badRequest(error.message);
      throw error;
    }
  });
