import { filesOfObject, type FileOfObject } from '../../../commands/reads/files-of-object.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { findVersion } from '../../../formats/ocfl/inventory/find-version.js';
import type { InventoryHistory } from '../../../formats/ocfl/inventory/inventory.js';
import { versionNumber } from '../../../formats/ocfl/version-name.js';
import type { ObjectPlace } from '../../../formats/ocfl/object-place.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { keptReadings } from '../../group-content/kept-readings.js';
import { badRequest, notFound } from '../../http/answer/problem.js';
import { pathParameter, type Answer, type Call } from '../../http/route.js';
import { versionReferenceViolation } from '../../uris/version-reference.js';
import type { ContentDependencies } from '../content-dependencies.js';

/** What finds the files of OCFL objects. */
export interface ObjectDependencies extends Pick<ContentDependencies, 'repository' | 'groups'> {
  readonly dependencies: Pick<Dependencies, 'bytes'>;
}

/** The files of the OCFL object of a group, up to a version. */
export interface ObjectAtVersion {
  readonly group: RepositoryPath;
  readonly place: ObjectPlace;
  readonly inventory: InventoryHistory;
  readonly version: number;
  /** Lists the object where that was not done lately. */
  readonly files: () => Promise<readonly FileOfObject[]>;
}

/** Files that are kept in memory: some tens of megabytes. */
const KEPT_FILES = 200_000;

/** The object of the archival group at the path of a call, or the problem with which the call is answered. */
export const objectFinder = ({ repository, groups, dependencies }: ObjectDependencies) => {
  const kept = keptReadings<readonly FileOfObject[]>(KEPT_FILES, ({ length }) => length);
  return async (call: Call, wanted: string | null): Promise<ObjectAtVersion | Answer> => {
    const violation = wanted === null ? null : versionReferenceViolation(wanted);
    if (violation !== null) return badRequest(violation);
    const group = pathParameter(call, 'path');
    const resource = await repository.resource(group);
    if (resource === null || resource.head === null) return notFound(`There is no archival group at ${group}`);
    const { head } = resource;
    const inventory = await groups.inventory(group, head);
    const label = findVersion(inventory, wanted);
    const version = label === null ? null : versionNumber(label);
    if (version === null) return notFound(`${group} has no version ${wanted}`);
    const at = { group, head, version };
    const place = groups.place(group);
    const reading = { reader: groups, bytes: dependencies.bytes, place };
    const files = (): Promise<readonly FileOfObject[]> => kept(JSON.stringify(at), () => filesOfObject(reading, at));
    return { group, place, inventory, version, files };
  };
};

export type FindObject = ReturnType<typeof objectFinder>;
