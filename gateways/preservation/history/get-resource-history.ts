import { containerStream, ledgerStream } from '../../../commands/core/stream-names.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { notFound } from '../../http/answer/problem.js';
import { route, type Route } from '../../http/route.js';
import { resourceUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { emptyHistory, historyAnswer, type HistoryQuery } from './history-answer.js';
import { readHistoryPage } from './history-page.js';

/** What happened to the root of the repository, newest first; it is there even when nothing happened. */
export const getRootHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getRootHistory', async ({ query }) => {
    const base = on.baseUrls.preservation;
    const subject = { stream: containerStream(''), of: resourceUri(base, ''), address: `${base}/history` };
    return (await historyAnswer(on, subject, query)) ?? emptyHistory(subject);
  });

/**
 * What happened to a container or an archival group, newest first. A path that has a container has its history, though
 * deposits may have been made for a group there before; any other one that of its archival group.
 */
export const getResourceHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getResourceHistory', async ({ params, query }) => {
    const path = params['path'] ?? '';
    const base = on.baseUrls.preservation;
    const { events } = on.dependencies;
    const { facts } = await readHistoryPage(events, containerStream(path), { from: null, limit: 1 });
    const stream = facts.length > 0 ? containerStream(path) : ledgerStream(path);
    const subject = { stream, of: resourceUri(base, path), address: `${base}/history/${escapePath(path)}` };
    return (await historyAnswer(on, subject, query)) ?? notFound(`Nothing ever happened at /repository/${path}`);
  });
