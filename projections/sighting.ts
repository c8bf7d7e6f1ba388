import type { Begun, CollectionShape, Documents, DocumentStore } from './documents.js';
import { isBehind, isLater, liveOf } from './sight.js';

/** What is known of a view: its live generation, and the documents of that as they were opened. */
export interface Sight<Doc extends object> {
  readonly live: Begun | null;
  readonly documents: Documents<Doc> | null;
  /** Of these documents, when they were opened. */
  readonly mark: string | null;
  readonly at: number;
}

/** Keeps what is known of a view. */
export interface Sighting<Doc extends object> {
  readonly sight: () => Sight<Doc>;
  readonly isFresh: () => boolean;
  /** Whether the live generation has no documents, not even an empty collection of them. */
  readonly isLost: () => boolean;
  /** Grows whenever the view is seen to have lost what it showed. */
  readonly setbacks: () => number;
  readonly look: () => Promise<void>;
  /** Opens the documents anew, after whatever was asked before. */
  readonly lookAgain: () => Promise<void>;
  /** Tells what a keeper in the same process knows. */
  readonly hear: (live: Begun) => Promise<void>;
}

/** A keeper leaves a generation alone for several times as long before it drops it. */
const FRESH_MS = 1_000;

/** Begins to know of a view; asks nothing of the store. */
export const openSighting = <Doc extends object>(
  shape: CollectionShape,
  store: DocumentStore,
  onSeen: () => void,
): Sighting<Doc> => {
  let sight: Sight<Doc> = { live: null, documents: null, mark: null, at: -Infinity };
  let setbacks = 0;
  let doubted = false;
  let looking: Promise<void> | null = null;

  const opened = async (live: Begun | null): Promise<Pick<Sight<Doc>, 'documents' | 'mark'>> => {
    const isKnown = !doubted && live?.number === sight.live?.number && isLater(live, sight.live);
    if (isKnown) return sight;
    if (live === null) return { documents: null, mark: null };
    const documents = await store.open<Doc>(shape, live);
    return { documents, mark: await documents.mark() };
  };
  /** A view only goes back where its store was emptied: then by an answer to what was asked after all that is known. */
  const see = async (live: Begun | null, at: number, isAnswer: boolean): Promise<void> => {
    const { documents, mark } = await opened(live);
    const goesOn = isLater(live, sight.live);
    if (!goesOn && !(isAnswer && at > sight.at)) return;
    if (isBehind(live, sight.live)) setbacks += 1;
    if (isAnswer) doubted = false;
    sight = { live, documents, mark, at };
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
  const lookAgain = async (): Promise<void> => {
    await looking?.catch(() => undefined);
    doubted = true;
    await look();
  };
  return {
    sight: () => sight,
    isFresh: () => performance.now() - sight.at < FRESH_MS,
    isLost: () => sight.documents !== null && sight.mark === null,
    setbacks: () => setbacks,
    look,
    lookAgain,
    hear: (live) => see(live, performance.now(), false),
  };
};
