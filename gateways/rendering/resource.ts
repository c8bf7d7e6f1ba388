import type { BinaryRecord, ContainerRecord } from '../../formats/group-state/group-state.js';
import { originIn } from '../../formats/group-state/storage-map.js';
import { lastName } from '../../formats/paths/repository-path.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import type { GroupContent } from '../group-content/group-reader.js';
import { lazyList } from '../http/answer/lazy-list.js';
import { moment, momentOrNull } from './moment.js';
import { agentUriOrNull, contentUri, resourceUri } from '../uris/uris.js';

/** Base URLs of the service that answers, for ids and agents, and of the storage service, for content. */
export interface Hosts {
  readonly base: string;
  readonly storage: string;
}

/** How much of its content a container inside a group is rendered with. */
type Depth = 'nothing' | 'children' | 'everything';

/** A resource as the interface shows it. */
export interface RenderedResource {
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Resources that are rendered already, or while they are written (json-text.ts). */
export type RenderedList = readonly object[] | (() => AsyncIterable<object>);

/** `GET /repository`. */
export const renderRoot = (base: string, containers: RenderedList): RenderedResource => ({
  id: resourceUri(base, ''),
  type: 'RepositoryRoot',
  containers,
  binaries: [],
  created: null,
  createdBy: null,
  lastModified: null,
  lastModifiedBy: null,
});

/** A container outside of any group, or a group in a listing. */
export const renderPlace = (
  base: string,
  place: ResourceDocument,
  containers: RenderedList = [],
): RenderedResource => ({
  id: resourceUri(base, place.path),
  type: place.kind === 'container' ? 'Container' : 'ArchivalGroup',
  name: place.displayName ?? lastName(place.path),
  containers,
  binaries: [],
  created: moment(place.created),
  createdBy: agentUriOrNull(base, place.createdBy),
  lastModified: moment(place.lastModified),
  lastModifiedBy: agentUriOrNull(base, place.lastModifiedBy),
  ...(place.kind === 'container' ? {} : { version: null, versions: null, storageMap: null }),
});

const at = (content: GroupContent, path: string): string => `${content.path}/${path}`;

const heading = (content: GroupContent, record: ContainerRecord | BinaryRecord, base: string, inItself: boolean) => ({
  id: resourceUri(base, at(content, record.path)),
  type: record.type,
  name: record.name ?? lastName(record.path),
  ...(inItself ? { partOf: resourceUri(base, content.path) } : {}),
});

/** When and by whom a resource was created and last changed; nulls without one. */
export const renderDates = (record: ContainerRecord | BinaryRecord | undefined, base: string): object => ({
  created: momentOrNull(record?.created ?? null),
  createdBy: agentUriOrNull(base, record?.createdBy ?? null),
  lastModified: momentOrNull(record?.modified ?? null),
  lastModifiedBy: agentUriOrNull(base, record?.modifiedBy ?? null),
});

/** A binary of a group; `inItself`, when it is requested alone, adds `partOf`. */
export const renderBinary = (
  content: GroupContent,
  record: BinaryRecord,
  hosts: Hosts,
  inItself = false,
): RenderedResource => {
  const origin = originIn(content.storage, content.place, record.path);
  return {
    ...heading(content, record, hosts.base, inItself),
    ...(origin === undefined ? {} : { origin }),
    contentType: record.contentType,
    size: record.size ?? 0,
    digest: record.sha256,
    ...renderDates(record, hosts.base),
    content: contentUri(hosts.storage, at(content, record.path)),
  };
};

/** A container inside a group; `inItself`, when it is requested alone, adds `partOf`. */
export const renderInnerContainer = (
  content: GroupContent,
  record: ContainerRecord,
  hosts: Hosts,
  { depth, inItself = false }: { readonly depth: Depth; readonly inItself?: boolean },
): RenderedResource => ({
  ...heading(content, record, hosts.base, inItself),
  ...renderMembers(content, record.path, hosts, depth),
  ...renderDates(record, hosts.base),
});

/** The `containers` and `binaries` of a container within a group ('' for the group itself), as lazy lists. */
export const renderMembers = (
  content: GroupContent,
  path: string,
  hosts: Hosts,
  depth: Depth,
): { containers: unknown; binaries: unknown } => {
  const members = depth === 'nothing' ? undefined : content.children.get(path);
  const below = depth === 'everything' ? 'everything' : 'nothing';
  return {
    containers: listOf(members?.containers, (record) => renderInnerContainer(content, record, hosts, { depth: below })),
    binaries: listOf(members?.binaries, (record) => renderBinary(content, record, hosts)),
  };
};

const listOf = <Each>(records: readonly Each[] = [], render: (record: Each) => object): unknown =>
  records.length === 0 ? [] : lazyList(() => records, render);
