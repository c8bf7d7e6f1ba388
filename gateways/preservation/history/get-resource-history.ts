import { containerStream } from '../../../commands/container/container-stream.js';
import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import { kindAt } from '../../../commands/reads/kind-at.js';
import type { Position } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { notFound } from '../../http/answer/problem.js';
import { route, pathParameter, type Route } from '../../http/route.js';
import { resourceUri } from '../../uris/uris.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { revisionOf } from './cursor.js';
import { emptyHistory, historyAnswer, type HistoryQuery } from './history-answer.js';
import { readHistoryPage } from './history-page.js';
import { streamHistory, subjectIn } from './stream-history.js';

/** What happened to the root of the repository, newest first; it is there even when nothing happened. */
export const getRootHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getRootHistory', async (call) => {
    const base = on.baseUrls.preservation;
    const subject = subjectIn(on, containerStream(''), { of: resourceUri(base, ''), address: `${base}/history` });
    return (await historyAnswer(on, subject, call)) ?? emptyHistory(subject);
  });

/**
 * What happened to a container or an archival group, newest first. What is at the path decides whose history it is; where
 * nothing is, that of which something happened last.
 */
export const getResourceHistory = (on: DepositDependencies): Route =>
  route<HistoryQuery>('getResourceHistory', async (call) => {
    const path = pathParameter(call, 'path');
    const base = on.baseUrls.preservation;
    const stream = await streamOfHistory(on.dependencies.events, path, call.query.cursor);
    const about = { of: resourceUri(base, path), address: `${base}/history/${escapePath(path)}` };
    return (
      (await historyAnswer(on, subjectIn(on, stream, about), call)) ??
      notFound(`Nothing ever happened at /repository/${path}`)
    );
  });

/** The container's stream or the ledger of the group; the pages of one history are all from the same. */
const streamOfHistory = async (events: EventStore, path: RepositoryPath, cursor?: string): Promise<string> => {
  const streams = [containerStream(path), ledgerStream(path)] as const;
  const begun = streams.find((stream) => cursor !== undefined && revisionOf(stream, cursor) !== null);
  if (begun !== undefined) return begun;
  const { kind } = await kindAt(events, path);
  if (kind === 'archivalGroup') return ledgerStream(path);
  if (kind === 'container' || kind === 'tombstone') return containerStream(path);
  const [ofContainer, ofGroup] = await Promise.all(streams.map((stream) => lastPosition(events, stream)));
  return (ofContainer ?? '') > (ofGroup ?? '') ? containerStream(path) : ledgerStream(path);
};

/** The position of the newest fact; null where there is none. */
const lastPosition = async (events: EventStore, stream: string): Promise<Position | null> =>
  (await readHistoryPage(streamHistory(events, stream), null, { limit: 1, agent: null })).facts[0]?.position ?? null;
