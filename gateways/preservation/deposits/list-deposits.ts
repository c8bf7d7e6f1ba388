import { ORDERS, type DepositOrder, type DepositQuery } from '../../../projections/deposits/deposit-query.js';
import { csvAnswer, VARIES, wantsCsv } from '../../service/csv-answer.js';
import { badRequest } from '../../http/answer/problem.js';
import { json, route, type Route } from '../../http/route.js';
import { csvOfDeposits } from './csv-of-deposits.js';
import { renderListed } from './render-listed.js';
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

/** One page of the deposits that satisfy every filter (preservation 4.2.1, companion 13.7); as a table all of them. */
export const listDeposits = (on: DepositDependencies): Route =>
  route<ListParameters>('listDeposits', async (call) => {
    const { page, pageSize } = call.query;
    try {
      const query = queryOf(call.query);
      if (wantsCsv(call)) return await csvAnswer(csvOfDeposits(on, query));
      const listed = await on.deposits.list({ ...query, skip: (page - 1) * pageSize, limit: pageSize });
      return json(
        200,
        { deposits: await renderListed(on, listed.deposits), page, pageSize, total: listed.total },
        VARIES,
      );
    } catch (error) {
      if (error instanceof TimeFault) return badRequest(error.message);
      throw error;
    }
  });

const queryOf = (parameters: ListParameters): Omit<DepositQuery, 'skip' | 'limit'> => ({
  filter: depositFilter(parameters),
  orderBy: orderIn(parameters.orderBy),
  ascending: parameters.ascending,
});
