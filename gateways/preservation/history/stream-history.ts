import type { EventStore } from '../../../events/store.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { cursorOf, revisionOf } from './cursor.js';
import type { HistorySubject } from './history-answer.js';
import type { HistorySource } from './history-page.js';

/** The history in one stream; places are revisions. */
export const streamHistory = (events: Pick<EventStore, 'read'>, stream: string): HistorySource<bigint> => ({
  read: (from, limit) => events.read(stream, { direction: 'backwards', limit, ...(from === null ? {} : { from }) }),
  placeAfter: ({ revision }) => (revision === 0n ? null : revision - 1n),
});

/** The history in one stream as an answer needs it. */
export const subjectIn = (
  { dependencies: { events } }: Pick<DepositDependencies, 'dependencies'>,
  stream: string,
  about: Pick<HistorySubject<bigint>, 'of' | 'address'>,
): HistorySubject<bigint> => ({
  source: streamHistory(events, stream),
  cursorOf: (revision) => cursorOf(stream, revision),
  placeOf: (cursor) => revisionOf(stream, cursor),
  ...about,
});
