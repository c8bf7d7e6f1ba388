import type { PlannedOperation } from '../../events/import-plan.js';
import { PathFault, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { ImportJobRequest } from '../import-jobs/import-job-request.js';
import {
  bringsBytes,
  fragmentViolation,
  kindOf,
  pathWithin,
  plannedOperation,
  postedResources,
  type PostedResource,
} from '../import-jobs/posted-resources.js';
import { archivalGroupPathOf, objectOfS3Uri, pathOfUri } from '../uris/uri-references.js';

/** A job that says for which group it is. */
export type ImportJob = ImportJobRequest & { readonly archivalGroup: string };

/** What is seen at once of a job's ids (storage service 4, companion 17.1), for the first of them; else null. */
export const idViolation = async (job: ImportJob): Promise<string | null> => {
  const { archivalGroup } = job;
  if (archivalGroup.includes('#')) return `Archival Group ID contains a fragment identifier (#): ${archivalGroup}`;
  for await (const resource of postedResources(job)) {
    const { id = '' } = resource.posted;
    const fault = id === '' ? `${kindOf(resource)} ID is null` : (fragmentViolation(resource) ?? lengthViolation(id));
    if (fault !== null) return fault;
  }
  return null;
};

/** Why an id cannot be a resource's for its length; null when it can, or is wrong in another way. */
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

/** The operations of a job, in the order of execution. What is wrong with one of them is for the job to fail by. */
export async function* importOperations(job: ImportJob, group: RepositoryPath): AsyncGenerator<PlannedOperation> {
  const fault = groupViolation(job);
  if (fault !== null) yield faulty('add-container', fault);
  for await (const resource of postedResources(job)) yield operationFor(resource, group);
}

/** Why no archival group can have the path that the job gives it; null when one can. */
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
    return origin === null ? faulty(op, `Unable to read origin ${uri}`) : plannedOperation(resource, path, origin);
  } catch (error) {
    if (error instanceof PathFault) return faulty(op, error.message);
    throw error;
  }
};

const faulty = (op: PlannedOperation['op'], fault: string): PlannedOperation => ({ op, path: '', fault });
