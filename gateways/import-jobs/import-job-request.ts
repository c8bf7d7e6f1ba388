import type { PlannedOperation, PlanOperation } from '../../events/import-plan.js';
import { isBelow, PathFault, slugLengthViolation, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { pathOfUri } from '../uris/uri-references.js';

/** A container in a posted job. */
export interface PostedContainer {
  readonly id?: string;
  readonly name?: string;
}

/** A binary in a posted job. */
export interface PostedBinary extends PostedContainer {
  readonly origin?: string;
  readonly contentType?: string;
  readonly size?: number;
  readonly digest?: string;
}

/** The body of a posted job (preservation 2.11), after validation. */
export interface ImportJobRequest {
  readonly id?: string;
  readonly originalId?: string;
  readonly createdBy?: string;
  /** Used by the storage service only; the preservation service uses its caller. */
  readonly lastModifiedBy?: string;
  readonly deposit?: string;
  readonly archivalGroup?: string;
  readonly archivalGroupName?: string;
  readonly isUpdate?: boolean;
  readonly suppressActivityStreamEvent?: boolean;
  readonly source?: string;
  readonly containersToAdd?: readonly PostedContainer[];
  readonly binariesToAdd?: readonly PostedBinary[];
  readonly containersToDelete?: readonly PostedContainer[];
  readonly binariesToDelete?: readonly PostedBinary[];
  readonly binariesToPatch?: readonly PostedBinary[];
  readonly containersToRename?: readonly PostedContainer[];
  readonly binariesToRename?: readonly PostedBinary[];
}

const isEmpty = (list: readonly unknown[] | undefined): boolean => list === undefined || list.length === 0;

/**
 * Whether a body asks for the diff instead of being a job: its `id` ends, in any casing, with the path of the request
 * and `/diff`, and it has no operations (companion 11.2).
 */
export const isDiffReference = (job: ImportJobRequest, path: string): boolean =>
  job.id?.toLowerCase().endsWith(`${path}/diff`.toLowerCase()) === true &&
  isEmpty(job.containersToAdd) &&
  isEmpty(job.binariesToAdd) &&
  isEmpty(job.containersToDelete) &&
  isEmpty(job.binariesToDelete) &&
  isEmpty(job.binariesToPatch) &&
  isEmpty(job.containersToRename) &&
  isEmpty(job.binariesToRename);

/** A resource in a posted job, and its operation. */
export interface PostedResource {
  readonly op: PlanOperation;
  readonly posted: PostedBinary;
}

/** All resources of a posted job, in the order of execution. */
export function* postedResources(job: ImportJobRequest): Generator<PostedResource> {
  const listed: readonly (readonly [PlanOperation, readonly PostedBinary[] | undefined])[] = [
    ['add-container', job.containersToAdd],
    ['add-binary', job.binariesToAdd],
    ['patch-binary', job.binariesToPatch],
    ['delete-binary', job.binariesToDelete],
    ['delete-container', job.containersToDelete],
    ['rename-container', job.containersToRename],
    ['rename-binary', job.binariesToRename],
  ];
  for (const [op, list] of listed) for (const posted of list ?? []) yield { op, posted };
}

export const bringsBytes = ({ op }: Pick<PostedResource, 'op'>): boolean =>
  op === 'add-binary' || op === 'patch-binary';

/** The kind of a resource, in the sentences of companion 17.1. */
export const kindOf = ({ op }: Pick<PostedResource, 'op'>): 'Binary' | 'Container' =>
  op.endsWith('binary') ? 'Binary' : 'Container';

/** Refuses an id with a `#`, after which the rest would be a fragment; null for other ids. */
export const fragmentViolation = (resource: PostedResource): string | null => {
  const { id } = resource.posted;
  return id?.includes('#') === true ? `${kindOf(resource)} ID contains a fragment identifier (#): ${id}` : null;
};

/**
 * The path of an id within the group. Throws PathFault for an id that cannot be decoded, is not inside the group or,
 * for a resource to add, has a slug over 2000 characters (companion 3.1). These are counted unescaped, so that names in
 * other scripts are not refused; existing resources may still be changed and deleted.
 */
export const pathWithin = (op: PlanOperation, id: string, group: RepositoryPath): string => {
  const path = pathOfUri(id);
  if (!isBelow(path, group)) throw new PathFault(`${id} is not inside ${group}.`);
  const within = path.slice(group.length + 1);
  const names = op.startsWith('add-') ? within.split('/') : [];
  const violation = names.map(slugLengthViolation).find((each) => each !== null);
  if (violation !== undefined) throw new PathFault(violation);
  return within;
};

/** The operation for a resource at a path within the group; only operations with bytes have an origin. */
export const plannedOperation = (
  { op, posted }: PostedResource,
  path: string,
  origin?: PlannedOperation['origin'],
): PlannedOperation => {
  const { name, contentType, size, digest } = posted;
  const named = { op, path, ...(name === undefined ? {} : { name }) };
  if (!bringsBytes({ op })) return named;
  return {
    ...named,
    ...(origin === undefined ? {} : { origin }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(size === undefined ? {} : { size }),
    ...(digest === undefined ? {} : { sha256: digest.toLowerCase() }),
  };
};
