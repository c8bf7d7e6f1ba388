import { backOffMs } from '../flow/back-off.js';
import { pause } from '../flow/pause.js';
import type { Position } from '../events/envelope.js';
import { isTransient } from '../events/transient.js';
import type { RegisteredGeneration, CollectionShape, Documents, DocumentStore } from './documents.js';
import { trackLiveGeneration } from './live-generation-tracker.js';
import { ViewLost } from './view-lost.js';

/** What may be asked of a view. */
export type ReadableDocuments<Doc extends object> = Pick<Documents<Doc>, 'get' | 'find' | 'count'>;

/** A read model as its readers see it, in whichever process its projector runs. */
export interface View<Doc extends object> {
  /** The documents of the live generation; none while there is none. */
  readonly documents: ReadableDocuments<Doc>;
  /** How far the live generation had come when it was last looked at. */
  readonly position: () => Position | null;
  /** Resolves true once the live generation satisfies it, false at the time-out and when the view is closed. */
  readonly until: (shows: (live: RegisteredGeneration) => boolean, timeoutMs?: number) => Promise<boolean>;
  /** Resolves true once the live generation shows everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Takes over what a projector in the same process knows, before the store is asked. */
  readonly update: (live: RegisteredGeneration) => Promise<void>;
  readonly close: () => void;
}

const POLLS = { firstMs: 5, capMs: 50, growth: 1.5, jitter: 'none' } as const;

/** Opens a view for reading. Asks nothing of the store before it is asked itself. */
export const readView = <Doc extends object>(shape: CollectionShape, store: DocumentStore): View<Doc> => {
  const closing = new AbortController();
  const waiters = new Set<() => void>();
  let polling = false;
  let polls = 0;
  const tracker = trackLiveGeneration<Doc>(shape, store, () => {
    for (const check of waiters) check();
  });
  const { look } = tracker;

  /**
   * A generation that was left is dropped some time later: an answer counts while its generation is known to be live. And
   * where a document is absent, or any might be, it counts while the collection is known to be there as it was opened.
   * Rejects, transiently, where the view was lost meanwhile: it might show less than it did.
   */
  const read = async <Answer>(
    ask: (documents: Documents<Doc>) => Promise<Answer>,
    none: Answer,
    isProof: (answer: Answer) => boolean = () => false,
  ): Promise<Answer> => {
    const before = tracker.setbacks();
    for (;;) {
      if (!tracker.isFresh()) await look();
      const { live, documents, collectionId } = tracker.known();
      if (tracker.setbacks() !== before) throw new ViewLost(shape.name);
      if (live === null || documents === null) return none;
      const isThere = async (): Promise<boolean> =>
        collectionId !== null && (await documents.collectionId()) === collectionId;
      const stillLive = async (): Promise<boolean> => {
        await look();
        return tracker.known().documents === documents;
      };
      try {
        const answer = await ask(documents);
        const counts = isProof(answer) || (await isThere());
        if (counts && (tracker.isFresh() || (await stillLive()))) return answer;
        if (counts) continue;
      } catch (fault) {
        if (isTransient(fault) || ((await stillLive()) && (await isThere()))) throw fault;
      }
      await tracker.lookAfresh();
      if (tracker.isLost()) throw new ViewLost(shape.name);
    }
  };

  /** One poll for all that wait. */
  const poll = async (): Promise<void> => {
    polling = true;
    while (waiters.size > 0 && !closing.signal.aborted) {
      await pause(backOffMs(polls++, POLLS), closing.signal);
      if (waiters.size > 0) await look().catch(() => undefined); // each waiter has its own time-out
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
    documents: {
      get: (key) =>
        read<Doc | null>(
          (documents) => documents.get(key),
          null,
          (found) => found !== null,
        ),
      find: (query) => read((documents) => documents.find(query), []),
      count: (where) => read((documents) => documents.count(where), 0),
    },
    position: () => tracker.known().live?.position ?? null,
    until,
    reached: (position, timeoutMs) => until((live) => live.position !== null && live.position >= position, timeoutMs),
    update: tracker.update,
    close: () => {
      closing.abort();
      for (const check of waiters) check();
    },
  };
};
