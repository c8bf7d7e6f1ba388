import { findVersion } from '../../formats/ocfl/inventory/find-version.js';
import { badRequest, notFound } from '../http/answer/problem.js';
import { renderStorageMap } from '../rendering/storage-map.js';
import { resourceUri } from '../uris/uris.js';
import { versionReferenceViolation } from '../uris/version-reference.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';
import { json, route, pathParameter, type Route } from '../http/route.js';

/** The storage map of one version of an archival group, on both services (storage service 2.2). */
export const getStorageMap = ({ repository, groups, baseUrls }: RepositoryDependencies): Route =>
  route<{ readonly version?: string }>('getStorageMap', async ({ params, query: { version: wanted } }) => {
    const violation = wanted === undefined ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    const path = pathParameter({ params }, 'path');
    const place = await repository.resource(path);
    if (place === null || place.head === null) return notFound(`There is no Archival Group at ${path}`);
    const inventory = await groups.inventory(path, place.head);
    const version = findVersion(inventory, wanted ?? null);
    if (version === null) return notFound(`${path} has no version ${wanted ?? ''}`);
    const storage = await groups.storageMap(path, place.head, version);
    const mapped = { place: groups.place(path), inventory, version, storage };
    return json(200, renderStorageMap(mapped, resourceUri(baseUrls.storage, path)));
  });
