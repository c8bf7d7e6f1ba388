import { onAllPages, csvAnswer, wantsCsv, type CsvField } from '../../service/csv-answer.js';
import { badRequest } from '../../http/answer/problem.js';
import { preferredLanguage, type Language } from '../../http/request/negotiation.js';
import { json, type Answer, type Call } from '../../http/route.js';
import { namedAgent } from '../../uris/uri-references.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { historyEntry, type HistoryTelling } from './history-entry.js';
import { readHistoryPage, type HistorySource, type PageRequest } from './history-page.js';

export interface HistoryQuery {
  readonly cursor?: string;
  readonly limit: number;
  /** Name or URI. */
  readonly agent?: string;
}

/** A time before which a history is told, UTC with seven fractional digits, and where it is read from. */
export interface Beginning<Place> {
  readonly before: string;
  readonly place: Place | null;
}

/** A history, and what it is about. */
export interface HistorySubject<Place> {
  readonly source: HistorySource<Place>;
  /** The cursor of a page that begins at a place; no other history takes it. */
  readonly cursorOf: (place: Place) => string;
  /** The place of a cursor; null for one that is not of this history. */
  readonly placeOf: (cursor: string) => Place | null;
  /** The URI of the deposit or resource, or the address of the service. */
  readonly of: string;
  /** The address of the history. */
  readonly address: string;
}

/** The headers of an answer whose sentences are in a language that its client was asked for. */
export const inLanguage = (language: Language) =>
  ({ 'Content-Language': language, Vary: 'Accept, Accept-Language' }) as const;

/**
 * One page of a history, or all of it as a table; null where nothing ever happened. 400 for a cursor that is not of this
 * history.
 */
export const historyAnswer = async <Place>(
  { baseUrls: { preservation } }: Pick<DepositDependencies, 'baseUrls'>,
  subject: HistorySubject<Place>,
  call: Pick<Call<HistoryQuery>, 'query' | 'header'>,
  beginning: Beginning<Place> | null = null,
): Promise<Answer | null> => {
  const { source, cursorOf, placeOf, of, address } = subject;
  const telling = { base: preservation, language: preferredLanguage(call.header('accept-language')) };
  const { cursor, limit } = call.query;
  const from = cursor === undefined ? (beginning?.place ?? null) : placeOf(cursor);
  if (cursor !== undefined && from === null) {
    return badRequest('The cursor is not one of this history: follow `next` of an answer as it is.');
  }
  const wanted = { agent: agentIn(call.query), before: beginning?.before ?? null };
  const page = await readHistoryPage(source, from, { limit, ...wanted });
  if (page.isEmpty) return null;
  if (wantsCsv(call)) return historyTable(subject, from, { ...wanted, ...telling });
  const entries = page.facts.map((fact) => historyEntry(fact, telling));
  const next = page.next === null ? null : `${address}?${queryOf(cursorOf(page.next), { limit, ...wanted })}`;
  const shown = { type: 'History', of, entries, next };
  return json(200, shown, inLanguage(telling.language));
};

const agentIn = ({ agent }: HistoryQuery): string | null =>
  agent === undefined || agent.trim() === '' ? null : namedAgent(agent);

const queryOf = (cursor: string, { limit, agent, before }: PageRequest): string =>
  new URLSearchParams({
    cursor,
    limit: `${limit}`,
    ...(agent === null ? {} : { agent }),
    ...(before === null ? {} : { before }),
  }).toString();

/** The history of what is there and to which nothing happened. */
export const emptyHistory = (
  { of }: Pick<HistorySubject<unknown>, 'of'>,
  { header }: Pick<Call<HistoryQuery>, 'header'>,
): Answer =>
  json(200, { type: 'History', of, entries: [], next: null }, inLanguage(preferredLanguage(header('accept-language'))));

/** Entries that are read at once for a table. */
const AT_ONCE = 500;

const historyTable = async <Place>(
  { source }: HistorySubject<Place>,
  begin: Place | null,
  { agent, before, ...telling }: HistoryTelling & Omit<PageRequest, 'limit'>,
): Promise<Answer> => {
  const read = async (from: Place | null) => {
    const { facts, next } = await readHistoryPage(source, from ?? begin, { limit: AT_ONCE, agent, before });
    return { items: facts.map((fact) => historyEntry(fact, telling)), next };
  };
  const rows = async function* (): AsyncGenerator<CsvField[]> {
    for await (const { at, agent: by, of, sentence, type, correlationId, id } of onAllPages(read))
      yield [at, by, of, sentence, type, correlationId, id];
  };
  const answer = await csvAnswer({ name: 'history', headings: HEADINGS, rows: rows() });
  return { ...answer, headers: { ...answer.headers, ...inLanguage(telling.language) } };
};

const HEADINGS = ['at', 'by', 'of', 'what', 'type', 'request', 'event'];
