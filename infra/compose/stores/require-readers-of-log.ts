import type { Position } from '../../../events/envelope.js';
import { isOfFact } from '../../../events/position.js';
import type { EventStore } from '../../../events/store.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { countedViews } from '../../../projections/read-models.js';
import { listMarks } from '../../../workers/checkpoint.js';
import { storedPositions } from '../../../workers/stored-positions.js';
import type { Servers } from '../../config/servers.js';
import type { DataFolder } from '../../embedded/data-folder.js';
import type { NamedLog } from '../../log/logger.js';

/** What readers have stored, and the log that they read. */
interface ReaderStores {
  readonly events: EventStore;
  readonly records: SharedRecords;
  /** Null where this process neither writes nor serves read models. */
  readonly documents: Pick<DocumentStore, 'register'> | null;
  readonly servers: Pick<Servers, 'mongodb'>;
  readonly folder: DataFolder | null;
  readonly log: NamedLog;
}

/** A reader has stored a position that the log has not reached; `message` is a sentence for the operator. */
class ReaderAheadFault extends Error {
  override name = 'ReaderAheadFault';
  readonly code = 'reader-ahead';
}

const viewsAhead = ({ servers: { mongodb }, folder }: ReaderStores): ReaderAheadFault => {
  const [place, remedy] =
    mongodb === null
      ? [folder?.documents ?? 'the data folder', 'delete that file']
      : [`the MongoDB database ${mongodb.database}`, 'drop that database'];
  return new ReaderAheadFault(
    `The read models in ${place} are ahead of the event log: an older log was restored, or the settings name another ` +
      `one. To rebuild them from the log, ${remedy}.`,
  );
};

const streamAhead = (stream: string): ReaderAheadFault =>
  new ReaderAheadFault(
    `The stream ${stream} names a position beyond the end of the event log: its facts were copied from another log. ` +
      'Restore the log from a backup of its files, in which facts keep their positions.',
  );

/** The positions of all generations of the read models. One that no fact can have is logged, and its view begun anew. */
const viewPositions = async ({ documents, log }: ReaderStores): Promise<Position[]> => {
  const found: Position[] = [];
  for (const { name } of documents === null ? [] : countedViews) {
    const { generations } = (await documents?.register(name)) ?? { generations: [] };
    for (const { number, position } of generations) {
      if (position === null) continue;
      if (isOfFact(position)) found.push(position);
      else
        log.warn('A read model has stored a position that no fact can have, and is built anew', {
          view: name,
          generation: number,
          position,
        });
    }
  }
  return found;
};

/** Forgets the marks that are ahead of the log: they are of another one, and their readers find where to begin. */
const forgetMarksAfter = async (
  head: string,
  marks: Awaited<ReturnType<typeof listMarks>>,
  { records, log }: ReaderStores,
): Promise<void> => {
  for (const { name, tag, value } of marks) {
    const { position } = value;
    if (position <= head || !isOfFact(position)) continue;
    log.warn('A mark was ahead of the event log, as after an older log was restored, and is removed', {
      name,
      position,
    });
    await records.remove(name, tag);
  }
};

/**
 * Rejects with a sentence for the operator where a reader is ahead of the log, as after an older log was restored: new
 * facts would get the positions of lost ones, and be skipped as handled. Search indexes are not among them: they are
 * begun anew by themselves. Marks that are ahead are removed. To be called before this process appends anything.
 */
export const requireReadersOfLog = async (kept: ReaderStores): Promise<void> => {
  const views = await viewPositions(kept);
  const streams = await storedPositions(kept.events);
  const marks = await listMarks(kept.records);
  const head = (await kept.events.head()) ?? ''; // after the positions, which other processes move on meanwhile
  if (views.some((position) => position > head)) throw viewsAhead(kept);
  const ahead = streams.find(({ position }) => position > head);
  if (ahead !== undefined) throw streamAhead(ahead.stream);
  await forgetMarksAfter(head, marks, kept);
};
