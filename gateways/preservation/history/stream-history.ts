import { earlierStream } from '../../../commands/container/earlier-container.js';
import { entryStream } from '../../../commands/container/entry-stream.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EventStore } from '../../../events/store.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import { cursorOf, revisionOf } from './cursor.js';
import type { HistorySubject } from './history-answer.js';
import type { HistorySource } from './history-page.js';
import type { HistoryFact } from './sentences.js';

/** The history in one stream; places are revisions. */
export const streamHistory = (events: Pick<EventStore, 'read'>, stream: string): HistorySource<bigint> => ({
  read: (from, limit) => events.read(stream, { direction: 'backwards', limit, ...(from === null ? {} : { from }) }),
  placeAfter: ({ revision }) => (revision === 0n ? null : revision - 1n),
});

/** A place in the history of a container, which logs of earlier versions have in a stream of another name. */
interface ContainerPlace {
  readonly stream: string;
  readonly revision: bigint;
}

/** The place of the newest fact of a stream; no stream is that long. */
const NEWEST = 10n ** 18n - 1n;

/** The first fact of the entry of a container of an earlier version. */
const MOVED_HERE: ReadonlySet<string> = new Set([
  'ChildEntryMoved',
  'ContainerEntriesMoved',
] satisfies HistoryFact['type'][]);

/** The history of the container at a path as an answer needs it: its entry, and before that its earlier stream. */
export const containerSubject = (
  { dependencies: { events } }: Pick<DepositDependencies, 'dependencies'>,
  path: RepositoryPath,
  about: Pick<HistorySubject<ContainerPlace>, 'of' | 'address'>,
): HistorySubject<ContainerPlace> => {
  const [newer, earlier] = [entryStream(path), earlierStream(path)];
  const read = async function* (from: ContainerPlace | null, limit: number) {
    let left = limit;
    for (const stream of from?.stream === earlier ? [earlier] : [newer, earlier]) {
      const begin = from?.stream === stream && from.revision !== NEWEST ? { from: from.revision } : {};
      if (left === 0) return;
      for await (const fact of events.read<HistoryFact>(stream, { direction: 'backwards', limit: left, ...begin })) {
        left -= 1;
        yield fact;
      }
    }
  };
  const placeAfter = ({ stream, revision, type }: RecordedFact<HistoryFact>): ContainerPlace | null => {
    if (revision > 0n) return { stream, revision: revision - 1n };
    return MOVED_HERE.has(type) ? { stream: earlier, revision: NEWEST } : null;
  };
  const placeOf = (cursor: string): ContainerPlace | null => {
    for (const stream of [newer, earlier]) {
      const revision = revisionOf(stream, cursor);
      if (revision !== null) return { stream, revision };
    }
    return null;
  };
  return {
    source: { read, placeAfter },
    cursorOf: ({ stream, revision }) => cursorOf(stream, revision),
    placeOf,
    ...about,
  };
};

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
