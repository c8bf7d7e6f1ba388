import type { Position, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { isTransient } from '../../events/transient.js';
import { pathId } from '../../formats/paths/path-id.js';
import { parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { ViewBehind } from './children-as-of.js';
import { completedChildren, type FactsAfter, type RepositoryFact, type ViewAnswer } from './completed-children.js';
import { isTombstone, repository, type RepositoryView, type ResourceDocument } from './repository.js';

/**
 * How long a view that could not be read is not read again: at least `leastMs`, and `times` the time that the failed
 * read took, so that a listing of many documents does not wait for the store again and again.
 */
const UNREADABLE = { leastMs: 2_000, times: 2 };

/** Facts of entries that are read for one listing, at most; a view that is further behind is not completed. */
const MOST_FACTS = 10_000;

/** The view, and what its answers are completed from. */
export interface FreshRepositoryOptions {
  readonly view: RepositoryView;
  /** The position of the view. */
  readonly position: () => Position | null;
  readonly events: EventStore;
  /** Whether the view is up to date (`freshness`). */
  readonly fresh: () => Promise<boolean>;
}

/** The facts after a position of the view: of a stream, of all entries, and of the entry of one path. */
const newestFacts = (events: EventStore) => {
  const factsOf =
    (stream: string): FactsAfter =>
    async (after) => {
      const facts: RecordedFact<RepositoryFact>[] = [];
      for await (const fact of events.read<RepositoryFact>(stream, { direction: 'backwards' })) {
        if (after !== null && fact.position <= after) break;
        facts.push(fact);
      }
      return facts.reverse();
    };
  const entryFacts: FactsAfter = async (after) => {
    const facts: RecordedFact<RepositoryFact>[] = [];
    const newest = { ...(after === null ? {} : { after }), categories: ['container'], limit: MOST_FACTS };
    for await (const fact of events.readAll<RepositoryFact>(newest)) facts.push(fact);
    if (facts.length < MOST_FACTS) return facts;
    throw new ViewBehind(`The repository view is more than ${MOST_FACTS} facts behind.`);
  };
  /** Also those in the stream of the path's container where an earlier version wrote them. */
  const factsOfEntry =
    (path: RepositoryPath): FactsAfter =>
    async (after) => [
      ...(await factsOf(`container-${pathId(parentOf(path) ?? '')}`)(after)),
      ...(await factsOf(`container-entry-${pathId(path)}`)(after)),
    ];
  return { factsOf, entryFacts, factsOfEntry };
};

/**
 * The same view, whose answers are completed from the event streams while it lags behind, and made from the streams
 * alone while it cannot be read: so a client sees its own completed writes even where no projector runs.
 */
export const freshRepository = ({ view, position, events, fresh }: FreshRepositoryOptions): RepositoryView => {
  const { factsOf, entryFacts, factsOfEntry } = newestFacts(events);
  let unreadableUntil = -Infinity;
  /** The answer of `read`, or of `otherwise` where the view cannot be read, or could not shortly before. */
  const readOr = async <T>(read: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> => {
    if (performance.now() < unreadableUntil) return otherwise();
    const asked = performance.now();
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const now = performance.now();
      unreadableUntil = now + Math.max(UNREADABLE.leastMs, UNREADABLE.times * (now - asked));
      return otherwise();
    }
  };
  const viewAnswerOr = <T>(nothing: T, read: () => Promise<T>): Promise<ViewAnswer<T>> => {
    const after = position(); // taken before the view is read, which may then be further, never behind
    return readOr(
      () => read().then((known) => ({ after, known })),
      () => ({ after: null, known: nothing }),
    );
  };
  /**
   * The answer from the view where it is up to date and readable, else from the streams; also from the streams where
   * the view went back meanwhile, because it was lost and is being rebuilt.
   */
  const viewOr = async <T>(read: () => Promise<T>, made: () => Promise<T>): Promise<T> => {
    const before = position() ?? '';
    if (!(await fresh())) return made();
    const answer = await readOr(read, made);
    return (position() ?? '') >= before ? answer : made();
  };

  const upToDate = async (path: RepositoryPath, ofEntry = factsOfEntry(path)): Promise<ResourceDocument | null> => {
    const { after, known } = await viewAnswerOr(null, () => view.document(path));
    const facts = [...(await ofEntry(after)), ...(await factsOf(`archivalGroup-${pathId(path)}`)(after))].sort(
      (one, other) => (one.position < other.position ? -1 : 1),
    );
    return facts
      .flatMap((fact) => repository.touches(fact))
      .filter(({ key }) => key === path)
      .reduce<ResourceDocument | null>((doc, { apply }) => apply(doc), known);
  };

  const resource = async (path: RepositoryPath, ofEntry?: FactsAfter): Promise<ResourceDocument | null> => {
    const doc = await upToDate(path, ofEntry);
    return doc?.shown === true ? doc : null;
  };

  const children = completedChildren({
    page: (path, page) => viewAnswerOr([], () => view.children(path, page)),
    entryFacts,
    resource,
  });

  return {
    document: (path) => view.document(path),
    resource: (path) =>
      viewOr(
        () => view.resource(path),
        () => resource(path),
      ),
    isTombstone: (path) =>
      viewOr(
        () => view.isTombstone(path),
        () => isTombstone((each) => upToDate(each), path),
      ),
    children: (path, page) =>
      viewOr(
        () => view.children(path, page),
        () => children(path, page),
      ),
  };
};
