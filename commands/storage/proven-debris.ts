import type { BegunUpload } from '../../formats/bytes.js';

declare const proof: unique symbol;

/** The import job that has left something, as recorded in the ledger of its group. */
export interface Evidence {
  /** The import job, which has ended. */
  readonly jobId: string;
  /** The version that the job was for. */
  readonly version: number;
  /** Where the job recorded that it would write, relative to the object root. */
  readonly folder: string;
}

/** A key of the repository bucket that a job has left, and that no inventory names. */
export interface ProvenDebris {
  readonly key: string;
  readonly evidence: Evidence;
  readonly [proof]: true;
}

/** A multipart upload that a job has left; it is not an object yet, so no inventory can name it. */
export interface ProvenUpload {
  readonly upload: BegunUpload;
  readonly evidence: Evidence;
  readonly [proof]: true;
}

const proven = new WeakSet<object>();

/** Whether something was made by `provenDebris` or `provenUpload`. */
export const isProven = (thing: object): boolean => proven.has(thing);

const asProven = <Thing extends object>(thing: Thing): Thing & { readonly [proof]: true } => {
  proven.add(thing);
  return thing as Thing & { readonly [proof]: true };
};

/** For `proveDebris` alone, as an import rule demands. */
export const provenDebris = (key: string, evidence: Evidence): ProvenDebris => asProven({ key, evidence });

/** For `proveDebris` alone, as an import rule demands. */
export const provenUpload = (upload: BegunUpload, evidence: Evidence): ProvenUpload => asProven({ upload, evidence });
