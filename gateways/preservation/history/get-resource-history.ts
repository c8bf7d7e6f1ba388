import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { resourceUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { emptyHistory, historyAnswer, type HistoryQuery, type HistorySubject } from './history-answer.js';
import { readHistoryPage, type HistorySource } from './history-page.js';
import { containerSubject, subjectIn } from './stream-history.js';

/** What happened to the root of the repository, newest first; it is there even when nothing happened. */
export const getRootHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getRootHistory', async (call) => {
    const base = on.baseUrls.preservation;
    const subject = containerSubject(on, '', { of: resourceUri(base, ''), address: `${base}/history` });
    return (await historyAnswer(on, subject, call)) ?? emptyHistory(subject, call);
  });

/**
 * What happened to a container or an archival group, newest first. What is at the path decides whose history it is; where
 * nothing is, that of which something happened last.
 */
export const getResourceHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getResourceHistory', async (call) => {
    const path = pathParameter(call, 'path');
    const base = on.baseUrls.preservation;
    const about = { of: resourceUri(base, path), address: `${base}/history/${escapePath(path)}` };
    const [container, group] = [containerSubject(on, path, about), subjectIn(on, ledgerStream(path), about)];
    const answer = (await isOfGroup(on.dependencies.events, path, { container, group }, call.query.cursor))
      ? await historyAnswer(on, group, call)
      : await historyAnswer(on, container, call);
    return answer ?? notFound(`Nothing ever happened at /repository/${path}`);
  });

interface Subjects<OfContainer> {
  readonly container: HistorySubject<OfContainer>;
  readonly group: HistorySubject<bigint>;
}

/** Whether the history is that of an archival group; the pages of one history are all of the same. */
const isOfGroup = async <OfContainer>(
  events: EventStore,
  path: RepositoryPath,
  { container, group }: Subjects<OfContainer>,
  cursor?: string,
): Promise<boolean> => {
  if (cursor !== undefined && container.placeOf(cursor) !== null) return false;
  if (cursor !== undefined && group.placeOf(cursor) !== null) return true;
  const { kind } = await kindAt(events, path);
  if (kind === 'archivalGroup') return true;
  if (kind === 'container' || kind === 'tombstone') return false;
  const [ofContainer, ofGroup] = [await lastPosition(container.source), await lastPosition(group.source)];
  return (ofGroup ?? '') >= (ofContainer ?? '');
};

/** The position of the newest fact; null where there is none. */
const lastPosition = async <Place>(source: HistorySource<Place>): Promise<Position | null> =>
  (await readHistoryPage(source, null, { limit: 1, agent: null, before: null })).facts[0]?.position ?? null;
