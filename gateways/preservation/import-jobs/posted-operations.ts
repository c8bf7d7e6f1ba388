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

/** What a posted job is read against. */
export interface PostedTo {
  readonly archivalGroup: RepositoryPath;
  /** The deposit's workspace: origins must be in it. */
  readonly files: { readonly bucket: string; readonly prefix: string };
}

/**
 * The operations of a posted job, in the order of execution. A resource without an id is kept, under the empty path, for
 * the job to fail by. Throws RequestFault where one is wrong, and PathFault for an id that cannot be decoded or is not
 * inside the group.
 */
export async function* postedOperations(job: ImportJobRequest, to: PostedTo): AsyncGenerator<PlannedOperation> {
  for await (const resource of postedResources(job)) {
    const fault = fragmentViolation(resource);
    if (fault !== null) throw new RequestFault(400, fault);
    const { id = '' } = resource.posted;
    const path = id === '' ? '' : pathWithin(resource.op, id, to.archivalGroup);
    yield bringsBytes(resource) ? withContent(resource, path, to) : plannedOperation(resource, path);
  }
}

const withContent = (resource: PostedResource, path: string, { files }: PostedTo): PlannedOperation => {
  const { origin: uri, id = 'without an id' } = resource.posted;
  if (uri === undefined) throw new RequestFault(400, `Binary ${id} has no origin.`);
  const origin = objectOfS3Uri(uri);
  if (origin?.bucket === files.bucket && origin.key.startsWith(files.prefix) && origin.key !== files.prefix)
    return plannedOperation(resource, path, origin);
  throw new RequestFault(400, `Origin ${uri} is not in the Deposit's files, s3://${files.bucket}/${files.prefix}`);
};
