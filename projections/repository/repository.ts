import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { ContainerFact, MovedEntryFact } from '../../events/container.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import { ancestorsOf, escapePath } from '../../formats/paths/repository-path.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

/** A container or an archival group of the repository. */
export interface ResourceDocument {
  /** Repository path; the key. */
  readonly path: string;
  /** As in URIs, in whose order children are listed (companion 2.2). */
  readonly escapedPath: string;
  readonly parent: string;
  readonly kind: 'container' | 'archivalGroup';
  /** As recorded; null where a container was created without one. */
  readonly displayName: string | null;
  readonly created: string;
  /** Agent name; null where it was not recorded. */
  readonly createdBy: string | null;
  readonly lastModified: string;
  readonly lastModifiedBy: string | null;
  /** The import that creates an archival group; null for anything else. */
  readonly jobId: string | null;
  /** Newest published version of an archival group; null for a container, and for a group that has none yet. */
  readonly head: number | null;
  /** False for what is only reserved, for a group before its first published version, and for a tombstone. */
  readonly shown: boolean;
  /** Whether it is a container that was deleted, and whose name stays taken. */
  readonly tombstone: boolean;
  /** Of the fact with which it began. What is below it began later, unless that was below an earlier container here. */
  readonly since: Position;
  /** A version that is committed and not yet published. */
  readonly coming: {
    readonly version: number;
    readonly created: string;
    readonly name: string;
    readonly by: string | null;
  } | null;
}

type RepositoryFact = ContainerFact | MovedEntryFact | ArchivalGroupFact;

const childPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`);

interface Beginning {
  readonly displayName: string | null;
  readonly by: string | null;
  readonly at: string;
  readonly since: Position;
}

const container = (path: string, { displayName, by, at, since }: Beginning): ResourceDocument => ({
  path,
  escapedPath: escapePath(path),
  parent: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '',
  kind: 'container',
  displayName,
  created: at,
  createdBy: by,
  lastModified: at,
  lastModifiedBy: by,
  jobId: null,
  head: null,
  shown: true,
  tombstone: false,
  since,
  coming: null,
});

const childrenOf = (parent: string, after: string | null, limit: number): Query => ({
  where: {
    all: [
      { field: 'parent', is: parent },
      { field: 'shown', is: true },
      ...(after === null ? [] : [{ field: 'escapedPath', above: after }]),
    ],
  },
  sort: [{ field: 'escapedPath' }],
  limit,
});

/** What is in a container or reserved in it, by the order of their escaped paths. */
const takenIn = (parent: string, after: string | null, limit: number): Query => ({
  where: {
    all: [
      { field: 'parent', is: parent },
      { field: 'tombstone', is: false },
      ...(after === null ? [] : [{ field: 'escapedPath', above: after }]),
    ],
  },
  sort: [{ field: 'escapedPath' }],
  limit,
});

/** Containers and archival groups by path, for `GET /repository`. */
export const repository: Projection<RepositoryFact, ResourceDocument> = {
  shape: {
    name: 'repository',
    indexes: [
      ['parent', 'shown', 'escapedPath'],
      ['parent', 'tombstone', 'escapedPath'],
    ],
    queries: { children: childrenOf('a', 'a/b', 10), taken: takenIn('a', 'a/b', 10) },
  },
  version: 3,
  categories: ['container', 'archivalGroup'],
  touches: (fact: RecordedFact<RepositoryFact>): readonly Touch<ResourceDocument>[] => {
    switch (fact.type) {
      case 'ChildReserved': {
        const key = childPath(fact.data.path, fact.data.name);
        const child = reservedChild(key, fact.data, fact.position);
        return [{ key, apply: (doc) => (doc?.shown === true ? doc : child) }];
      }
      case 'ContainerCreated': {
        const { path, ...created } = fact.data;
        const begun = container(path, { ...created, since: fact.position });
        return path === '' ? [] : [{ key: path, apply: (doc) => ({ ...(doc ?? begun), shown: true }) }];
      }
      case 'ChildReservationReleased': {
        const { path, name, jobId } = fact.data;
        return [{ key: childPath(path, name), apply: (doc) => (isReservedFor(doc, jobId) ? null : doc) }];
      }
      case 'ChildEntryMoved': {
        const key = childPath(fact.data.path, fact.data.name);
        return [{ key, apply: (doc) => movedChild(doc, key, fact.data, fact.position) }];
      }
      case 'ChildTombstoned': {
        const { path, name, by, at } = fact.data;
        return [{ key: childPath(path, name), apply: (doc) => (doc === null ? null : tombstoneOf(doc, by, at)) }];
      }
      case 'ChildPurged':
        return [{ key: childPath(fact.data.path, fact.data.name), apply: () => null }];
      case 'VersionCommitDecided': {
        const { path, ...coming } = comingIn(fact.data);
        return [{ key: path, apply: (doc) => announce(doc, path, coming, fact.position) }];
      }
      case 'VersionAdopted': {
        const { path, ...coming } = comingIn(fact.data);
        return [{ key: path, apply: (doc) => publish(announce(doc, path, coming, fact.position)) }];
      }
      case 'VersionPublished':
        return [{ key: fact.data.path, apply: publish }];
      default:
        return [];
    }
  },
};

type Reservation = Extract<RepositoryFact, { type: 'ChildReserved' }>['data'];

/** A child that is reserved and does not exist yet, unless it is a container of an earlier version. */
const reservedChild = (
  path: string,
  { kind, displayName, jobId, within, by, at }: Reservation,
  since: Position,
): ResourceDocument => ({
  ...container(path, { displayName, by, at, since }),
  kind,
  jobId,
  shown: kind === 'container' && within === undefined,
});

const isReserved = ({ shown, tombstone, head, coming }: ResourceDocument): boolean =>
  !shown && !tombstone && head === null && coming === null;

const isReservedFor = (doc: ResourceDocument | null, jobId: string | null): boolean =>
  doc !== null && isReserved(doc) && doc.jobId === jobId;

/** A child whose entry was moved from its container's stream, which the document may have been made from. */
const movedChild = (
  doc: ResourceDocument | null,
  path: string,
  child: Extract<RepositoryFact, { type: 'ChildEntryMoved' }>['data'],
  since: Position,
): ResourceDocument => {
  const known = doc ?? reservedChild(path, child, since);
  if (child.kind === 'archivalGroup') return known;
  if (!child.tombstone) return { ...known, shown: true };
  return known.tombstone ? known : tombstoneOf(known, child.by, child.at);
};

type ComingGroup = NonNullable<ResourceDocument['coming']>;

const comingIn = ({ path, version, created, name, by }: ComingGroup & { readonly path: string }) => ({
  path,
  version,
  created,
  name,
  by,
});

const tombstoneOf = (doc: ResourceDocument, by: string, at: string): ResourceDocument => ({
  ...doc,
  lastModified: at,
  lastModifiedBy: by,
  shown: false,
  tombstone: true,
});

const announce = (
  doc: ResourceDocument | null,
  path: string,
  coming: ComingGroup,
  since: Position,
): ResourceDocument => {
  if (doc !== null && !isReserved(doc)) return { ...doc, coming };
  const begun = { displayName: coming.name, by: coming.by, at: coming.created, since: doc?.since ?? since };
  const group = container(path, begun);
  return { ...group, kind: 'archivalGroup', shown: false, coming };
};

const publish = (doc: ResourceDocument | null): ResourceDocument | null => {
  if (doc === null || doc.coming === null) return doc;
  const { version, created, name, by } = doc.coming;
  const changed = { displayName: name, lastModified: created, lastModifiedBy: by, head: version };
  return { ...doc, ...changed, shown: true, coming: null };
};

/** The queries of the view. */
export interface RepositoryView {
  /** The document of a path, also of a group without a published version, and of a tombstone. */
  document(path: string): Promise<ResourceDocument | null>;
  /** A container, or an archival group with a published version; null for anything else. */
  resource(path: string): Promise<ResourceDocument | null>;
  /** Whether a container at the path was deleted, and neither its tombstone nor a container above it purged. */
  isTombstone(path: string): Promise<boolean>;
  /** Direct children in the order of their escaped paths; `after` is such a path, and exclusive. */
  children(path: string, page: ChildrenPage): Promise<ResourceDocument[]>;
}

/** As `RepositoryView.children`, with what is only reserved in the container, and groups without a published version. */
export type TakenChildren = RepositoryView['children'];

/** `after` is an escaped path, and exclusive. */
interface ChildrenPage {
  readonly after: string | null;
  readonly limit: number;
}

/** `RepositoryView.isTombstone`, over the documents of the path and of the containers above it. */
export const isTombstone = async (
  document: (path: string) => Promise<ResourceDocument | null>,
  path: string,
): Promise<boolean> => {
  const found = await document(path);
  if (found?.tombstone !== true) return false;
  let { since } = found;
  for (const ancestor of ancestorsOf(path).reverse()) {
    const above = await document(ancestor);
    if (above?.kind !== 'container' || above.since > since) return false;
    ({ since } = above);
  }
  return true;
};

/** The queries over the view's documents. */
export const repositoryView = (documents: ReadableDocuments<ResourceDocument>): RepositoryView => ({
  document: (path) => documents.get(path),
  resource: async (path) => {
    const found = await documents.get(path);
    return found?.shown === true ? found : null;
  },
  isTombstone: (path) => isTombstone((each) => documents.get(each), path),
  children: (path, { after, limit }) => documents.find(childrenOf(path, after, limit)),
});

export const takenChildren =
  (documents: ReadableDocuments<ResourceDocument>): TakenChildren =>
  (path, { after, limit }) =>
    documents.find(takenIn(path, after, limit));
