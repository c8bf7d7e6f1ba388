import type { Position, RecordedFact } from '../../events/envelope.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { escapePath, parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import type { repository, RepositoryView, ResourceDocument } from './repository.js';

export type RepositoryFact = Parameters<typeof repository.touches>[0];

/** An answer of the view and its position; an empty answer and null where the view cannot be read. */
export interface ViewAnswer<T> {
  readonly after: Position | null;
  readonly known: T;
}

type Page = Parameters<RepositoryView['children']>[1];

/** Facts after a position of the view, the oldest first; there may be earlier ones among them. */
export type FactsAfter = (after: Position | null) => Promise<readonly RecordedFact<RepositoryFact>[]>;

/** What the children of a container are completed from. */
export interface ChildrenSources {
  readonly page: (path: RepositoryPath, page: Page) => Promise<ViewAnswer<readonly ResourceDocument[]>>;
  /** The facts of entries, of any path. Rejects with a transient fault where there are too many. */
  readonly entryFacts: FactsAfter;
  /** A child as it is now, with the facts of its entry; null for one that is not there, or not yet. */
  readonly resource: (path: RepositoryPath, ofEntry: FactsAfter) => Promise<ResourceDocument | null>;
}

/** `last` is the escaped path at the end of the page in the view, after which the next page begins; null on the last. */
interface CompletedPage {
  readonly children: readonly ResourceDocument[];
  readonly last: string | null;
}

/** Streams read concurrently for one listing. */
const CONCURRENT_READS = 16;

/** Whether a text is after one and not after another; null for no limit. Escaped paths are ASCII. */
const isBetween = (text: string, after: string | null, last: string | null): boolean =>
  (after === null || text > after) && (last === null || text <= last);

type FactsByChild = ReadonlyMap<RepositoryPath, readonly RecordedFact<RepositoryFact>[]>;

/** The path of the entry that a fact is of; null for another fact. */
const entryPath = ({ type, data }: RecordedFact<RepositoryFact>): RepositoryPath | null => {
  if (type === 'ContainerCreated') return data.path;
  if (!('name' in data) || !type.startsWith('Child')) return null;
  return data.path === '' ? data.name : `${data.path}/${data.name}`;
};

const byChild = (path: RepositoryPath, facts: readonly RecordedFact<RepositoryFact>[]): FactsByChild => {
  const found = new Map<RepositoryPath, RecordedFact<RepositoryFact>[]>();
  for (const fact of facts) {
    const child = entryPath(fact);
    if (child === null || parentOf(child) !== path) continue;
    const known = found.get(child);
    if (known === undefined) found.set(child, [fact]);
    else known.push(fact);
  }
  return found;
};

/**
 * The facts of the entries in a container after a position, by child. The log is read once for all children, and again
 * only for an earlier position.
 */
const factsOfChildren = (
  path: RepositoryPath,
  facts: FactsAfter,
): ((after: Position | null) => Promise<FactsByChild>) => {
  let read: { readonly after: Position | null; readonly found: Promise<FactsByChild> } | null = null;
  return (after) => {
    if (read === null || (after ?? '') < (read.after ?? ''))
      read = { after, found: facts(after).then((each) => byChild(path, each)) };
    return read.found;
  };
};

/** One page of the view, completed; it has fewer children than the view gave where some were deleted since. */
const completedPage = async (
  { page, entryFacts, resource }: ChildrenSources,
  path: RepositoryPath,
  wanted: Page,
): Promise<CompletedPage> => {
  const { after, known } = await page(path, wanted);
  const last = known.length < wanted.limit ? null : (known.at(-1)?.escapedPath ?? null);
  const children = factsOfChildren(path, entryFacts);
  const changed = [...(await children(after)).keys()].filter((child) =>
    isBetween(escapePath(child), wanted.after, last),
  );
  const groups = known.filter(({ kind }) => kind === 'archivalGroup').map((group) => group.path);
  const merged = new Map(known.map((doc) => [doc.path, doc]));
  const update = async (child: RepositoryPath): Promise<void> => {
    const doc = await resource(child, async (since) => (await children(since)).get(child) ?? []);
    if (doc === null) merged.delete(child);
    else merged.set(child, doc);
  };
  await forEachConcurrently([...new Set([...changed, ...groups])], { width: CONCURRENT_READS }, update);
  return { children: sortByUtf8([...merged.values()], ({ escapedPath }) => escapedPath), last };
};

/** `RepositoryView.children`, completed from the event streams: pages of the view are read until one is full. */
export const completedChildren =
  (sources: ChildrenSources): RepositoryView['children'] =>
  async (path, { after, limit }) => {
    const found: ResourceDocument[] = [];
    for (let from = after; ;) {
      const { children, last } = await completedPage(sources, path, { after: from, limit });
      found.push(...children);
      if (last === null || found.length >= limit) return found.slice(0, limit);
      from = last;
    }
  };
