import type { Position, Recorded } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { parentOf, pathId, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { repository, type RepositoryView, type ResourceDocument } from './repository.js';

/** Streams read side by side for one listing. */
const AT_ONCE = 16;

type RepositoryFact = Parameters<typeof repository.touches>[0];

/** What the view is brought up to date from. */
export interface FreshRepositoryOptions {
  readonly view: RepositoryView;
  /** How far the view has come. */
  readonly shown: () => Position | null;
  readonly events: EventStore;
  /** Whether the view may be believed as it is. */
  readonly fresh: () => Promise<boolean>;
}

/**
 * The same view, which brings its answers up to date from the streams they are made of while it lags behind: a client
 * that has the answer to its write sees that write, whether or not anyone keeps the view.
 */
export const freshRepository = ({ view, shown, events, fresh }: FreshRepositoryOptions): RepositoryView => {
  /** The facts of a stream that the view does not show yet, the oldest first. */
  const unseen = async (stream: string, after: Position | null): Promise<Recorded<RepositoryFact>[]> => {
    const facts: Recorded<RepositoryFact>[] = [];
    for await (const fact of events.read<RepositoryFact>(stream, { direction: 'backwards' })) {
      if (after !== null && fact.position <= after) break;
      facts.push(fact);
    }
    return facts.reverse();
  };

  const upToDate = async (path: RepositoryPath): Promise<ResourceDocument | null> => {
    const after = shown(); // read before the document, which may then show more, never less
    const before = await view.document(path);
    const facts = [
      ...(await unseen(`container-${pathId(parentOf(path) ?? '')}`, after)),
      ...(await unseen(`archivalGroup-${pathId(path)}`, after)),
    ].sort((one, other) => (one.position < other.position ? -1 : 1));
    return facts
      .flatMap((fact) => repository.touches(fact))
      .filter(({ key }) => key === path)
      .reduce((doc, { apply }) => apply(doc), before);
  };

  const resource = async (path: RepositoryPath): Promise<ResourceDocument | null> => {
    const doc = await upToDate(path);
    return doc?.shown === true ? doc : null;
  };

  const children: RepositoryView['children'] = async (path, page) => {
    const after = shown();
    const known = await view.children(path, page);
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
    for (let next = 0; next < touched.length; next += AT_ONCE)
      await Promise.all(touched.slice(next, next + AT_ONCE).map(bring));
    return [...merged.values()].sort((one, other) => compareUtf8(one.path, other.path)).slice(0, page.limit);
  };

  return {
    document: (path) => view.document(path),
    resource: async (path) => ((await fresh()) ? view.resource(path) : resource(path)),
    children: async (path, page) => ((await fresh()) ? view.children(path, page) : children(path, page)),
    newestGroups: (limit) => view.newestGroups(limit),
  };
};
