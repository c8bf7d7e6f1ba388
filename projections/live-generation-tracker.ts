import type { RegisteredGeneration, CollectionShape, Documents, DocumentStore } from './documents.js';
import { isBehind, isLater, liveOf } from './live-generation.js';

/** What is known of a view: its live generation, and the documents of that as they were opened. */
export interface KnownGeneration<Doc extends object> {
  readonly live: RegisteredGeneration | null;
  readonly documents: Documents<Doc> | null;
  /** Of these documents, when they were opened. */
  readonly collectionId: string | null;
  readonly at: number;
}

/** Keeps what is known of a view. */
export interface LiveGenerationTracker<Doc extends object> {
  readonly known: () => KnownGeneration<Doc>;
  readonly isFresh: () => boolean;
  /** Whether the live generation has no documents, not even an empty collection of them. */
  readonly isLost: () => boolean;
  /** Grows whenever the view is seen to have lost what it showed. */
  readonly setbacks: () => number;
  readonly look: () => Promise<void>;
  /** Opens the documents anew, after whatever was asked before. */
  readonly lookAfresh: () => Promise<void>;
  /** Takes over what a projector in the same process knows. */
  readonly update: (live: RegisteredGeneration) => Promise<void>;
}

/** A projector leaves a generation alone for several times as long before it drops it. */
const FRESH_MS = 1_000;

/** Begins to know of a view; asks nothing of the store. */
export const trackLiveGeneration = <Doc extends object>(
  shape: CollectionShape,
  store: DocumentStore,
  onSeen: () => void,
): LiveGenerationTracker<Doc> => {
  let known: KnownGeneration<Doc> = { live: null, documents: null, collectionId: null, at: -Infinity };
  let setbacks = 0;
  let doubted = false;
  let looking: Promise<void> | null = null;

  const opened = async (
    live: RegisteredGeneration | null,
  ): Promise<Pick<KnownGeneration<Doc>, 'documents' | 'collectionId'>> => {
    const isKnown = !doubted && live?.number === known.live?.number && isLater(live, known.live);
    if (isKnown) return known;
    if (live === null) return { documents: null, collectionId: null };
    const documents = await store.open<Doc>(shape, live);
    return { documents, collectionId: await documents.collectionId() };
  };
  /** A view only goes back where its store was emptied: then by an answer to what was asked after all that is known. */
  const see = async (live: RegisteredGeneration | null, at: number, isAnswer: boolean): Promise<void> => {
    const { documents, collectionId } = await opened(live);
    const goesOn = isLater(live, known.live);
    if (!goesOn && !(isAnswer && at > known.at)) return;
    if (isBehind(live, known.live)) setbacks += 1;
    if (isAnswer) doubted = false;
    known = { live, documents, collectionId, at };
    onSeen();
  };
  const look = (): Promise<void> => {
    const asked = performance.now();
    looking ??= store
      .register(shape.name)
      .then((register) => see(liveOf(register), asked, true))
      .finally(() => (looking = null));
    return looking;
  };
  const lookAfresh = async (): Promise<void> => {
    await looking?.catch(() => undefined);
    doubted = true;
    await look();
  };
  return {
    known: () => known,
    isFresh: () => performance.now() - known.at < FRESH_MS,
    isLost: () => known.documents !== null && known.collectionId === null,
    setbacks: () => setbacks,
    look,
    lookAfresh,
    update: (live) => see(live, performance.now(), false),
  };
};
