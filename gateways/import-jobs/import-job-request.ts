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
