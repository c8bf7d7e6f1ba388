import { headNumber, versionOf } from '../../formats/ocfl/inventory/inventory.js';
import { originUri, versionLabel, versionLabels } from '../../formats/group-state/storage-map.js';
import { lastName, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { ResourceDocument } from '../../projections/repository/repository.js';
import type { GroupContent } from '../group-content/group-reader.js';
import { moment } from './moment.js';
import { renderMembers, type Hosts, type RenderedResource } from './resource.js';
import { renderStorageMap } from './storage-map.js';
import { agentUriOrNull, resourceUri } from '../uris/uris.js';
import { renderVersion } from './versions.js';

/** The whole group at its head: every container and binary in it, its versions and its storage map (companion 2.3). */
export const renderArchivalGroup = (
  group: ResourceDocument,
  content: GroupContent,
  hosts: Hosts,
): RenderedResource => ({
  ...heading(content, hosts.base),
  ...renderMembers(content, '', hosts, 'everything'),
  ...dates(group, content, hosts.base),
  version: renderVersion(versionLabel(content.inventory, content.version)),
  versions: versionLabels(content.inventory).map(renderVersion),
  storageMap: renderStorageMap(content, resourceUri(hosts.storage, content.path)),
});

/** Only names and dates of the group at a version (`view=lightweight`). */
export const renderLightGroup = (group: ResourceDocument, content: GroupContent, base: string): RenderedResource => ({
  ...heading(content, base),
  containers: [],
  binaries: [],
  ...dates(group, content, base),
  version: null,
  versions: null,
  storageMap: null,
});

/** A group without anything in it, and without a version: one that may be created or edited. */
export const renderEmptyGroup = (base: string, path: RepositoryPath): object => ({
  id: resourceUri(base, path),
  type: 'ArchivalGroup',
  containers: [],
  binaries: [],
  created: null,
  createdBy: null,
  lastModified: null,
  lastModifiedBy: null,
  version: null,
  versions: null,
  storageMap: null,
});

const heading = ({ path, place, state }: GroupContent, base: string) => ({
  id: resourceUri(base, path),
  type: 'ArchivalGroup',
  name: state.name === '' ? lastName(path) : state.name,
  origin: originUri(place.bucket, place.root),
});

/** Created with the first version, last modified with the version that is shown. */
const dates = (group: ResourceDocument, { inventory, version }: GroupContent, base: string) => {
  const shown = versionOf(inventory, version);
  const isHead = group.head === headNumber(inventory) && version === inventory.head;
  return {
    created: moment(group.created),
    createdBy: agentUriOrNull(base, group.createdBy),
    lastModified: moment(isHead ? group.lastModified : shown.created),
    lastModifiedBy: agentUriOrNull(base, isHead ? group.lastModifiedBy : (shown.user?.name ?? null)),
  };
};
