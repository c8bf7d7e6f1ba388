import type { RegisteredGeneration, CollectionShape, Documents, ReadableDocumentStore } from './documents.js';
import { isComplete, isLater, liveOf } from './live-generation.js';

/** What this process knows of a view: its live generation, and that generation's open documents. */
export interface KnownGeneration<Doc extends object> {
  readonly live: RegisteredGeneration | null;
  readonly documents: Documents<Doc> | null;
  /** The id of the collection when it was opened. */
  readonly collectionId: string | null;
  readonly at: number;
}

type OpenedGeneration<Doc extends object> = Omit<KnownGeneration<Doc>, 'live' | 'at'>;

const NOTHING_OPEN = { documents: null, collectionId: null };

/** Tracks the live generation of a view. */
export interface LiveGenerationTracker<Doc extends object> {
  readonly known: () => KnownGeneration<Doc>;
  /** Whether the state was read a moment ago. One that is to change soon, since no generation is complete, never is. */
  readonly isFresh: () => boolean;
  /** Whether the collection of the live generation is missing. */
  readonly isLost: () => boolean;
  readonly refresh: () => Promise<void>;
  /** Opens the documents again, after any refresh under way. */
  readonly reopen: () => Promise<void>;
  /** Takes over the state of a projector in the same process. */
  readonly update: (live: RegisteredGeneration) => Promise<void>;
}

/** Several times shorter than a projector keeps a retired generation. */
const FRESH_MS = 1_000;

/** Makes a tracker, without a call of the store. */
export const trackLiveGeneration = <Doc extends object>(
  shape: CollectionShape,
  store: ReadableDocumentStore,
  onSeen: () => void,
): LiveGenerationTracker<Doc> => {
  let known: KnownGeneration<Doc> = { live: null, ...NOTHING_OPEN, at: -Infinity };
  let mustReopen = false;
  let refreshing: Promise<void> | null = null;

  const opened = async (live: RegisteredGeneration | null): Promise<OpenedGeneration<Doc>> => {
    const isKnown = !mustReopen && live?.number === known.live?.number && isLater(live, known.live);
    if (isKnown) return known;
    if (live === null) return NOTHING_OPEN;
    const documents = await store.open<Doc>(shape, live);
    return { documents, collectionId: await documents.collectionId() };
  };
  /**
   * A view goes back only where its store was emptied; that is believed only of a register that was requested after the
   * known state was.
   */
  const apply = async (live: RegisteredGeneration | null, at: number, isAnswer: boolean): Promise<void> => {
    const { documents, collectionId } = await opened(live);
    const goesOn = isLater(live, known.live);
    if (!goesOn && !(isAnswer && at > known.at)) return;
    if (isAnswer) mustReopen = false;
    known = { live, documents, collectionId, at };
    onSeen();
  };
  const refresh = (): Promise<void> => {
    const asked = performance.now();
    refreshing ??= store
      .register(shape.name)
      .then((register) => apply(liveOf(register), asked, true))
      .finally(() => (refreshing = null));
    return refreshing;
  };
  const reopen = async (): Promise<void> => {
    await refreshing?.catch(() => undefined);
    mustReopen = true;
    await refresh();
  };
  return {
    known: () => known,
    isFresh: () => known.live !== null && isComplete(known.live) && performance.now() - known.at < FRESH_MS,
    isLost: () => known.documents !== null && known.collectionId === null,
    refresh,
    reopen,
    update: (live) => apply(live, performance.now(), false),
  };
};
