import { backOffMs } from '../flow/back-off.js';
import { pause } from '../flow/pause.js';
import type { Position } from '../events/envelope.js';
import { isTransient } from '../events/transient.js';
import type { RegisteredGeneration, CollectionShape, Documents, ReadableDocumentStore } from './documents.js';
import { isComplete } from './live-generation.js';
import { trackLiveGeneration } from './live-generation-tracker.js';
import { buildProgressIn, ViewIncomplete, type BuildProgress } from './view-incomplete.js';

/** The read operations of a view. */
export type ReadableDocuments<Doc extends object> = Pick<Documents<Doc>, 'get' | 'find' | 'count'>;

/** What a view shows: while both are the same, so are all answers. */
export interface ViewState {
  /** The number of the live generation. */
  readonly generation: number;
  /** How far that generation has read the log; null before the first batch of facts. */
  readonly position: Position | null;
}

/** Read access to a read model, whose projector may run in another process. */
export interface View<Doc extends object> {
  /** The documents of the live generation. Rejects with ViewIncomplete until that is complete. */
  readonly documents: ReadableDocuments<Doc>;
  /** The position of the live generation when it was last read. */
  readonly position: () => Position | null;
  /** What the view shows, by one call of the store; null while it is not complete. */
  readonly state: () => Promise<ViewState | null>;
  /** How far a view has come that is not complete, or is gone; null for one that is. Rejects with the faults of the store. */
  readonly building: () => Promise<BuildProgress | null>;
  /**
   * Resolves to true once the live generation satisfies the condition, false at the time-out and when the view is
   * closed.
   */
  readonly until: (shows: (live: RegisteredGeneration) => boolean, timeoutMs?: number) => Promise<boolean>;
  /** Resolves to true once the live generation includes everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Takes over the state of a projector in the same process, without a call of the store. */
  readonly update: (live: RegisteredGeneration) => Promise<void>;
  readonly close: () => void;
}

const POLLS = { firstMs: 5, capMs: 50, growth: 1.5, jitter: 'none' } as const;

type ReadDocuments<Doc extends object> = <Answer>(
  ask: (documents: Documents<Doc>) => Promise<Answer>,
  /** Whether an answer itself proves that the collection is there; none does by default. */
  isProof?: (answer: Answer) => boolean,
) => Promise<Answer>;

/** The read operations of the live generation. */
const readable = <Doc extends object>(read: ReadDocuments<Doc>): ReadableDocuments<Doc> => ({
  get: (key) =>
    read<Doc | null>(
      (documents) => documents.get(key),
      (found) => found !== null,
    ),
  find: (query) => read((documents) => documents.find(query)),
  count: (where, by) => read((documents) => documents.count(where, by)),
});

const progressOf = ({ name }: CollectionShape, live: RegisteredGeneration | null): BuildProgress => ({
  view: name,
  position: live?.position ?? null,
  end: live?.end ?? null,
});

/** Asks nothing of the collection but whether it is there. */
const buildingOf = async <Doc extends object>(read: ReadDocuments<Doc>): Promise<BuildProgress | null> => {
  try {
    await read(() => Promise.resolve());
    return null;
  } catch (fault) {
    const progress = buildProgressIn(fault);
    if (progress === null) throw fault;
    return progress;
  }
};

/** Opens a view for reading. The store is first called by the first read. */
export const readView = <Doc extends object>(shape: CollectionShape, store: ReadableDocumentStore): View<Doc> => {
  const closing = new AbortController();
  const waiters = new Set<() => void>();
  let polling = false;
  let polls = 0;
  const tracker = trackLiveGeneration<Doc>(shape, store, () => {
    for (const check of waiters) check();
  });
  const { refresh } = tracker;
  const state = async (): Promise<ViewState | null> => {
    await refresh();
    const { live } = tracker.known();
    return live !== null && isComplete(live) ? { generation: live.number, position: live.position } : null;
  };
  const incomplete = async (): Promise<BuildProgress | null> => {
    if (!tracker.isFresh()) await refresh();
    const { live } = tracker.known();
    return live !== null && isComplete(live) ? null : progressOf(shape, live);
  };

  /**
   * Reads from the live generation. An answer is valid if its generation is still known to be live (a retired one is
   * removed some time later), and, unless the answer itself proves it, if the collection is still the one that was
   * opened. Rejects with a transient fault while documents are missing.
   */
  const read: ReadDocuments<Doc> = async (ask, isProof = () => false) => {
    for (;;) {
      const missing = await incomplete();
      const { documents, collectionId } = tracker.known();
      if (missing !== null || documents === null) throw new ViewIncomplete(missing ?? progressOf(shape, null));
      const isSameCollection = async (): Promise<boolean> =>
        collectionId !== null && (await documents.collectionId()) === collectionId;
      const stillLive = async (): Promise<boolean> => {
        await refresh();
        return tracker.known().documents === documents;
      };
      try {
        const answer = await ask(documents);
        const counts = isProof(answer) || (await isSameCollection());
        if (counts && (tracker.isFresh() || (await stillLive()))) return answer;
        if (counts) continue;
      } catch (fault) {
        if (isTransient(fault) || ((await stillLive()) && (await isSameCollection()))) throw fault;
      }
      await tracker.reopen();
      if (tracker.isLost()) throw new ViewIncomplete(progressOf(shape, null));
    }
  };

  /** Polls the register for all waiters together. */
  const poll = async (): Promise<void> => {
    polling = true;
    while (waiters.size > 0 && !closing.signal.aborted) {
      await pause(backOffMs(polls++, POLLS), closing.signal);
      if (waiters.size > 0) await refresh().catch(() => undefined); // each waiter has its own time-out
    }
    polling = false;
  };
  const until: View<Doc>['until'] = (shows, timeoutMs) =>
    new Promise((resolve) => {
      const settle = (answer: boolean): void => {
        clearTimeout(timer);
        waiters.delete(check);
        resolve(answer);
      };
      const check = (): void => {
        const { live } = tracker.known();
        if (live !== null && shows(live)) settle(true);
        else if (closing.signal.aborted) settle(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => settle(false), timeoutMs);
      waiters.add(check);
      check();
      polls = 0;
      if (!polling && waiters.size > 0) void poll();
    });

  return {
    documents: readable(read),
    position: () => tracker.known().live?.position ?? null,
    state,
    building: () => buildingOf(read),
    until,
    reached: (position, timeoutMs) => until((live) => live.position !== null && live.position >= position, timeoutMs),
    update: tracker.update,
    close: () => {
      closing.abort();
      for (const check of waiters) check();
    },
  };
};
