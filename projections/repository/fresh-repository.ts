import type { Position, Recorded } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { isTransient } from '../../events/transient.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { parentOf, pathId, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { repository, type RepositoryView, type ResourceDocument } from './repository.js';

/**
 * How long a view that could not be read is left alone, at the least and in times of what it took to find that out: a
 * listing reads many documents, and is not to wait for the store again before it is through.
 */
const BLIND = { leastMs: 2_000, times: 2 };
/** Streams read side by side for one listing. */
const AT_ONCE = 16;

type RepositoryFact = Parameters<typeof repository.touches>[0];

/** What the view is brought up to date from. */
export interface FreshRepositoryOptions {
  readonly view: RepositoryView;
  /** How far the view has come. */
  readonly position: () => Position | null;
  readonly events: EventStore;
  /** Whether the view may be believed as it is. */
  readonly fresh: () => Promise<boolean>;
}

/** What the view shows, and how far; nothing where it cannot be read at the moment. */
interface Shown<T> {
  readonly after: Position | null;
  readonly known: T;
}

/**
 * The same view, which brings its answers up to date from the streams they are made of while it lags behind, and makes
 * them of the streams alone while it cannot be read: a client that has the answer to its write sees that write, whether
 * or not anyone keeps the view.
 */
export const freshRepository = ({ view, position, events, fresh }: FreshRepositoryOptions): RepositoryView => {
  /** The facts of a stream that the view does not show yet, the oldest first. */
  const unseen = async (stream: string, after: Position | null): Promise<Recorded<RepositoryFact>[]> => {
    const facts: Recorded<RepositoryFact>[] = [];
    for await (const fact of events.read<RepositoryFact>(stream, { direction: 'backwards' })) {
      if (after !== null && fact.position <= after) break;
      facts.push(fact);
    }
    return facts.reverse();
  };

  let blindUntil = -Infinity;
  /** What the view gives, or `otherwise` where it cannot be read, which is then believed of it for a moment. */
  const sighted = async <T>(read: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> => {
    if (performance.now() < blindUntil) return otherwise();
    const asked = performance.now();
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const now = performance.now();
      blindUntil = now + Math.max(BLIND.leastMs, BLIND.times * (now - asked));
      return otherwise();
    }
  };
  const shownOr = <T>(nothing: T, read: () => Promise<T>): Promise<Shown<T>> => {
    const after = position(); // looked at before the view is read, which may then show more, never less
    return sighted(
      () => read().then((known) => ({ after, known })),
      () => ({ after: null, known: nothing }),
    );
  };
  /**
   * As the view has it where it may be believed and can be read, else as the streams have it; also where the view has
   * gone back meanwhile, as it does when it was lost and is being made anew.
   */
  const believedOr = async <T>(read: () => Promise<T>, made: () => Promise<T>): Promise<T> => {
    const before = position() ?? '';
    if (!(await fresh())) return made();
    const answer = await sighted(read, made);
    return (position() ?? '') >= before ? answer : made();
  };

  const upToDate = async (path: RepositoryPath): Promise<ResourceDocument | null> => {
    const { after, known } = await shownOr(null, () => view.document(path));
    const facts = [
      ...(await unseen(`container-${pathId(parentOf(path) ?? '')}`, after)),
      ...(await unseen(`archivalGroup-${pathId(path)}`, after)),
    ].sort((one, other) => (one.position < other.position ? -1 : 1));
    return facts
      .flatMap((fact) => repository.touches(fact))
      .filter(({ key }) => key === path)
      .reduce<ResourceDocument | null>((doc, { apply }) => apply(doc), known);
  };

  const resource = async (path: RepositoryPath): Promise<ResourceDocument | null> => {
    const doc = await upToDate(path);
    return doc?.shown === true ? doc : null;
  };

  const children: RepositoryView['children'] = async (path, page) => {
    const { after, known } = await shownOr([], () => view.children(path, page));
    const last = known.length < page.limit ? null : (known.at(-1)?.path ?? null);
    const onPage = (child: RepositoryPath): boolean =>
      (page.after === null || compareUtf8(child, page.after) > 0) && (last === null || compareUtf8(child, last) <= 0);
    const added = (await unseen(`container-${pathId(path)}`, after)).flatMap(({ data }) => {
      if (!('name' in data)) return [];
      const child = path === '' ? data.name : `${path}/${data.name}`;
      return onPage(child) ? [child] : [];
    });
    const groups = known.filter(({ kind }) => kind === 'archivalGroup').map((group) => group.path);
    const merged = new Map(known.map((doc) => [doc.path, doc]));
    const bring = async (child: RepositoryPath): Promise<void> => {
      const doc = await resource(child);
      if (doc !== null) merged.set(child, doc);
    };
    const touched = [...new Set([...added, ...groups])];
    await forEachConcurrently(touched, { width: AT_ONCE }, bring);
    return [...merged.values()].sort((one, other) => compareUtf8(one.path, other.path)).slice(0, page.limit);
  };

  return {
    document: (path) => view.document(path),
    resource: (path) =>
      believedOr(
        () => view.resource(path),
        () => resource(path),
      ),
    children: (path, page) =>
      believedOr(
        () => view.children(path, page),
        () => children(path, page),
      ),
  };
};
