import { dataOf } from '../../../../api/data-of.js';
import type { ArchiveAge } from '../../../api/deposits.js';
import { preservation, preservationUnasked } from '../../../api/services.js';
import type { listingQuery } from '../filters.js';
import type { Chosen } from './selection.js';
import type { Action, Target } from './target.js';

/** Does it with one deposit; a lock of somebody else refuses it. */
export const actOn = async (action: Action, depositId: string, olderThan: ArchiveAge): Promise<void> => {
  const params = { path: { depositId }, header: { 'Idempotency-Key': crypto.randomUUID() } };
  if (action === 'open') await preservationUnasked.PUT('/deposits/{depositId}/activate', { params });
  else if (action === 'close') await preservationUnasked.PUT('/deposits/{depositId}/deactivate', { params });
  else if (action === 'remove') await preservationUnasked.DELETE('/deposits/{depositId}', { params });
  else await preservationUnasked.POST('/deposits/{depositId}/archive', { params, body: { olderThan } });
};

/** The most deposits that something is done with at once. */
export const MOST = 10_000;
const PAGE = 500;

/** The deposits that are chosen: of all that filters select they are read page by page, at most MOST. */
export const targetsOf = async (
  chosen: Chosen,
  asked: ReturnType<typeof listingQuery>,
  signal: AbortSignal,
): Promise<readonly Target[]> => {
  if (chosen.kind === 'some') return [...chosen.deposits.values()];
  const targets = new Map<string, Target>();
  for (let page = 1; targets.size < MOST; page++) {
    // In this order no deposit that is made meanwhile moves others to another page.
    const query = { ...asked, orderBy: 'created', ascending: true, page, pageSize: PAGE };
    const { deposits } = await dataOf(preservation.GET('/deposits', { params: { query }, signal }));
    for (const { id, archivalGroupName, status, active } of deposits)
      if (!chosen.but.has(id)) targets.set(id, { id, archivalGroupName, status, active });
    if (deposits.length < PAGE) break;
  }
  return [...targets.values()];
};
