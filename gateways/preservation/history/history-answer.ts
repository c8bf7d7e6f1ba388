import { badRequest } from '../../http/answer/problem.js';
import { json, type Answer } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { revisionOf } from './cursor.js';
import { historyEntry } from './history-entry.js';
import { readHistoryPage } from './history-page.js';

export interface HistoryQuery {
  readonly cursor?: string;
  readonly limit: number;
}

/** A stream, and what its history is about. */
export interface HistorySubject {
  readonly stream: string;
  /** The URI of the deposit or resource. */
  readonly of: string;
  /** The address of the history. */
  readonly address: string;
}

/** One page of a history; null where nothing ever happened. 400 for a cursor that is not of this history. */
export const historyAnswer = async (
  { dependencies: { events }, baseUrls: { preservation } }: DepositDependencies,
  { stream, of, address }: HistorySubject,
  { cursor, limit }: HistoryQuery,
): Promise<Answer | null> => {
  const from = cursor === undefined ? null : revisionOf(stream, cursor);
  if (cursor !== undefined && from === null) {
    return badRequest('The cursor is not one of this history: follow `next` of an answer as it is.');
  }
  const page = await readHistoryPage(events, stream, { from, limit });
  if (page.facts.length === 0) return null;
  const next = page.next === null ? null : `${address}?cursor=${page.next}&limit=${limit}`;
  return json(200, { type: 'History', of, entries: page.facts.map((fact) => historyEntry(fact, preservation)), next });
};

/** The history of what is there and to which nothing happened. */
export const emptyHistory = ({ of }: HistorySubject): Answer =>
  json(200, { type: 'History', of, entries: [], next: null });
