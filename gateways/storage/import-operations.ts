import { originNamedAsFolder } from '../../commands/workspace/workspace-object.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { PathFault, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { firstSliced, mapSliced } from '../../flow/slices.js';
import {
  type ImportJobRequest,
  bringsBytes,
  fragmentViolation,
  kindOf,
  pathWithin,
  plannedOperation,
  postedResources,
  type PostedResource,
} from '../import-jobs/import-job-request.js';
import { archivalGroupPathOf, objectOfS3Uri, pathOfUri } from '../uris/uri-references.js';

/** A job with an archival group. */
export type ImportJob = ImportJobRequest & { readonly archivalGroup: string };

/** The first violation in a job's ids that is refused immediately (storage service 4, companion 17.1); else null. */
export const idViolation = async (job: ImportJob): Promise<string | null> => {
  const { archivalGroup } = job;
  return archivalGroup.includes('#')
    ? `Archival Group ID contains a fragment identifier (#): ${archivalGroup}`
    : runInSlices(firstSliced(postedResources(job), resourceViolation));
};

const resourceViolation = (resource: PostedResource): string | null => {
  const { id = '' } = resource.posted;
  return id === '' ? `${kindOf(resource)} ID is null` : (fragmentViolation(resource) ?? lengthViolation(id));
};

/** Refuses an id that is too long; null for any other, valid or not. */
const lengthViolation = (id: string): string | null => {
  const path = pathOrFault(id);
  return path instanceof PathFault && path.code === 'path-too-long' ? path.message : null;
};

const pathOrFault = (uri: string): RepositoryPath | PathFault => {
  try {
    return pathOfUri(uri);
  } catch (error) {
    if (error instanceof PathFault) return error;
    throw error;
  }
};

/** The operations of a job, in the order of execution; the job fails because of an invalid one. */
export const importOperations = async (job: ImportJob, group: RepositoryPath): Promise<readonly PlannedOperation[]> => {
  const violation = groupViolation(job);
  const first = violation === null ? [] : [faulty('add-container', violation)];
  const posted = mapSliced(postedResources(job), (resource) => operationFor(resource, group));
  return [...first, ...(await runInSlices(posted))];
};

/** Why the path of the job's archival group is invalid; null when it is valid. */
const groupViolation = ({ archivalGroup }: ImportJob): string | null => {
  try {
    archivalGroupPathOf(archivalGroup);
    return null;
  } catch (error) {
    if (error instanceof PathFault) return error.message;
    throw error;
  }
};

const operationFor = (resource: PostedResource, group: RepositoryPath): PlannedOperation => {
  const { op, posted } = resource;
  try {
    const path = pathWithin(op, posted.id ?? '', group);
    const { origin: uri } = posted;
    if (!bringsBytes(resource) || uri === undefined) return plannedOperation(resource, path);
    const origin = objectOfS3Uri(uri);
    if (origin === null) return faulty(op, `Unable to read origin ${uri}`);
    const refusal = originNamedAsFolder(origin);
    return refusal === null ? plannedOperation(resource, path, origin) : faulty(op, refusal.detail);
  } catch (error) {
    if (error instanceof PathFault) return faulty(op, error.message);
    throw error;
  }
};

const faulty = (op: PlannedOperation['op'], fault: string): PlannedOperation => ({ op, path: '', fault });
