import type { PlannedOperation } from '../../../events/import-plan.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import type { ImportJobRequest } from '../../import-jobs/import-job-request.js';
import {
  bringsBytes,
  fragmentViolation,
  pathWithin,
  plannedOperation,
  postedResources,
  type PostedResource,
} from '../../import-jobs/posted-resources.js';
import { RequestFault } from '../../http/request-fault.js';
import { objectOfS3Uri } from '../../uris/uri-references.js';

/**
 * The operations of a posted job, in the order of execution. A resource without an id gets the empty path, and the job
 * fails because of it. Throws RequestFault for an invalid resource, and PathFault for an id that cannot be decoded or
 * is not inside the group.
 */
export async function* postedOperations(
  job: ImportJobRequest,
  archivalGroup: RepositoryPath,
): AsyncGenerator<PlannedOperation> {
  for await (const resource of postedResources(job)) {
    const fault = fragmentViolation(resource);
    if (fault !== null) throw new RequestFault(400, fault);
    const { id = '' } = resource.posted;
    const path = id === '' ? '' : pathWithin(resource.op, id, archivalGroup);
    yield bringsBytes(resource) ? withContent(resource, path) : plannedOperation(resource, path);
  }
}

const withContent = (resource: PostedResource, path: string): PlannedOperation => {
  const { origin: uri, id = 'without an id' } = resource.posted;
  if (uri === undefined) throw new RequestFault(400, `Binary ${id} has no origin.`);
  const origin = objectOfS3Uri(uri);
  if (origin === null) throw new RequestFault(400, `Origin ${uri} is not an S3 URI, s3://bucket/key`);
  return plannedOperation(resource, path, origin);
};
