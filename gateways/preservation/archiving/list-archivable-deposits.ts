import { timestampOf } from '../../../events/time.js';
import { json, route, type Route } from '../../http/route.js';
import { moment } from '../../rendering/moment.js';
import { depositUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { olderThan } from './older-than.js';

interface ArchivableQuery {
  readonly olderThan: string;
  readonly limit: number;
}

/** The deposits that the archiver would take next, the oldest first. */
export const listArchivableDeposits = ({ dependencies, archivableDeposits, baseUrls }: DepositDependencies): Route =>
  route<ArchivableQuery>('listArchivableDeposits', async (call) => {
    const before = timestampOf(olderThan(dependencies, call.query.olderThan));
    const found = await archivableDeposits.oldest(before, call.query.limit);
    const deposits = found.map(({ depositId, lastModified }) => ({
      deposit: depositUri(baseUrls.preservation, depositId),
      depositId,
      lastModified: moment(lastModified),
    }));
    return json(200, { type: 'ArchivableDeposits', modifiedBefore: moment(before), deposits });
  });
