import type { PlannedOperation, PlanOperation } from '../../events/import-plan.js';
import { isBelow, slugLengthFault, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { badRequest } from '../problem.js';
import type { Answer } from '../route.js';
import { objectOfS3Uri, pathOfUri } from '../uri-references.js';
import type { ImportJobRequest, PostedBinary, PostedContainer } from './import-job-request.js';

/** What a posted job is read against. */
export interface PostedTo {
  readonly archivalGroup: RepositoryPath;
  /** The deposit's workspace: origins must be in it. */
  readonly files: { readonly bucket: string; readonly prefix: string };
}

/**
 * The operations of a posted job, in the order of execution, or the answer that says what is wrong with one of them. A
 * resource without an id is kept, under the empty path, for the job to fail by; throws PathFault for an id that cannot
 * be decoded.
 */
export const postedOperations = (job: ImportJobRequest, to: PostedTo): PlannedOperation[] | Answer => {
  const listed: readonly (readonly [PlanOperation, readonly PostedBinary[] | undefined])[] = [
    ['add-container', job.containersToAdd],
    ['add-binary', job.binariesToAdd],
    ['patch-binary', job.binariesToPatch],
    ['delete-binary', job.binariesToDelete],
    ['delete-container', job.containersToDelete],
    ['rename-container', job.containersToRename],
    ['rename-binary', job.binariesToRename],
  ];
  const operations: PlannedOperation[] = [];
  for (const [op, list] of listed) {
    for (const posted of list ?? []) {
      const operation = operationFor(op, posted, to);
      if ('status' in operation) return operation;
      operations.push(operation);
    }
  }
  return operations;
};

const operationFor = (op: PlanOperation, posted: PostedBinary, to: PostedTo): PlannedOperation | Answer => {
  const path = pathWithin(op, posted, to.archivalGroup);
  if (typeof path !== 'string') return path;
  const named = { op, path, ...(posted.name === undefined ? {} : { name: posted.name }) };
  return op === 'add-binary' || op === 'patch-binary' ? withContent(named, posted, to) : named;
};

const pathWithin = (op: PlanOperation, { id }: PostedContainer, group: RepositoryPath): string | Answer => {
  if (id === undefined || id === '') return '';
  if (id.includes('#')) {
    const kind = op.endsWith('binary') ? 'Binary' : 'Container';
    return badRequest(`${kind} ID contains a fragment identifier (#): ${id}`);
  }
  const path = pathOfUri(id);
  if (!isBelow(path, group)) return badRequest(`${id} is not inside ${group}.`);
  const within = path.slice(group.length + 1);
  return (op.startsWith('add-') ? lengthFault(within) : null) ?? within;
};

/**
 * A slug has at most 2000 characters (companion 3.1). They are counted unescaped, so that no generated job is refused
 * for a name in another script; what is there already may still be changed and deleted.
 */
const lengthFault = (path: string): Answer | null => {
  const fault = path
    .split('/')
    .map(slugLengthFault)
    .find((each) => each !== null);
  return fault === undefined ? null : badRequest(fault);
};

const withContent = (
  operation: PlannedOperation,
  posted: PostedBinary,
  { files }: PostedTo,
): PlannedOperation | Answer => {
  if (posted.origin === undefined) return badRequest(`Binary ${posted.id ?? 'without an id'} has no origin.`);
  const origin = objectOfS3Uri(posted.origin);
  if (origin?.bucket !== files.bucket || !origin.key.startsWith(files.prefix) || origin.key === files.prefix) {
    return badRequest(`Origin ${posted.origin} is not in the Deposit's files, s3://${files.bucket}/${files.prefix}`);
  }
  return {
    ...operation,
    origin,
    ...(posted.contentType === undefined ? {} : { contentType: posted.contentType }),
    ...(posted.size === undefined ? {} : { size: posted.size }),
    ...(posted.digest === undefined ? {} : { sha256: posted.digest.toLowerCase() }),
  };
};
