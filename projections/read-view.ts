import { pause } from '../events/pause.js';
import type { Position } from '../events/envelope.js';
import { isTransient } from '../events/transient.js';
import type { Begun, CollectionShape, Documents, DocumentStore } from './documents.js';
import { isLater, liveOf } from './sight.js';

/** What may be asked of a view. */
export type ReadableDocuments<Doc extends object> = Pick<Documents<Doc>, 'get' | 'find' | 'count'>;

/** A read model as its readers see it, whoever keeps it. */
export interface View<Doc extends object> {
  /** The documents of the live generation; none while there is none. */
  readonly documents: ReadableDocuments<Doc>;
  /** How far the live generation had come when it was last looked at. */
  readonly shown: () => Position | null;
  /** Resolves true once the live generation satisfies it, false at the time-out and when the view is closed. */
  readonly until: (shows: (live: Begun) => boolean, timeoutMs?: number) => Promise<boolean>;
  /** Resolves true once the live generation shows everything up to the position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** Tells what a keeper in the same process knows before the store is asked. */
  readonly hear: (live: Begun) => Promise<void>;
  readonly close: () => void;
}

interface Sight<Doc extends object> {
  readonly live: Begun | null;
  readonly documents: Documents<Doc> | null;
  readonly at: number;
}

/** A keeper leaves a generation alone for several times as long before it drops it. */
const FRESH_MS = 1_000;
const POLLS = { firstMs: 5, growth: 1.5, longestMs: 50 };

/** Opens a view for reading. Asks nothing of the store before it is asked itself. */
export const readView = <Doc extends object>(shape: CollectionShape, store: DocumentStore): View<Doc> => {
  const closing = new AbortController();
  const waiters = new Set<() => void>();
  let sight: Sight<Doc> = { live: null, documents: null, at: -Infinity };
  let looking: Promise<void> | null = null;
  let polling = false;
  let pollMs = POLLS.firstMs;

  const see = async (live: Begun | null, at: number): Promise<void> => {
    const opened = live === null || live.number === sight.live?.number ? null : await store.open<Doc>(shape, live);
    if (!isLater(live, sight.live)) return;
    sight = { live, documents: live?.number === sight.live?.number ? sight.documents : opened, at };
    for (const check of waiters) check();
  };
  const look = (): Promise<void> => {
    const asked = performance.now();
    looking ??= store
      .register(shape.name)
      .then((register) => see(liveOf(register), asked))
      .finally(() => (looking = null));
    return looking;
  };
  const isFresh = (): boolean => performance.now() - sight.at < FRESH_MS;

  /** A generation that was left is dropped some time later: an answer counts while its generation is known to be live. */
  const read = async <Answer>(ask: (documents: Documents<Doc>) => Promise<Answer>, none: Answer): Promise<Answer> => {
    for (;;) {
      if (!isFresh()) await look();
      const { live, documents } = sight;
      if (live === null || documents === null) return none;
      const stillLive = async (): Promise<boolean> => {
        await look();
        return sight.live?.number === live.number;
      };
      try {
        const answer = await ask(documents);
        if (isFresh() || (await stillLive())) return answer;
      } catch (fault) {
        if (isTransient(fault) || (await stillLive())) throw fault;
      }
    }
  };

  /** One poll for everybody who waits. */
  const poll = async (): Promise<void> => {
    polling = true;
    while (waiters.size > 0 && !closing.signal.aborted) {
      await pause(pollMs, closing.signal);
      pollMs = Math.min(pollMs * POLLS.growth, POLLS.longestMs);
      if (waiters.size > 0) await look().catch(() => undefined); // whoever waits has a time-out of his own
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
        if (sight.live !== null && shows(sight.live)) settle(true);
        else if (closing.signal.aborted) settle(false);
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(() => settle(false), timeoutMs);
      waiters.add(check);
      check();
      pollMs = POLLS.firstMs;
      if (!polling && waiters.size > 0) void poll();
    });

  return {
    documents: {
      get: (key) => read((documents) => documents.get(key), null),
      find: (query) => read((documents) => documents.find(query), []),
      count: (where) => read((documents) => documents.count(where), 0),
    },
    shown: () => sight.live?.position ?? null,
    until,
    reached: (position, timeoutMs) => until((live) => live.position !== null && live.position >= position, timeoutMs),
    hear: (live) => see(live, performance.now()),
    close: () => {
      closing.abort();
      for (const check of waiters) check();
    },
  };
};
