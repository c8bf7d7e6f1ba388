import type { DepositBeginning } from '../../../events/deposit.js';

/** For how long access is given. */
export interface AccessPeriod {
  /** A whole second. */
  readonly from: Date;
  readonly seconds: number;
}

/** Keys for S3 that are valid below `prefix` only, and until the access expires. */
export interface ScopedKeys {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** One upload without keys: PUT the bytes to the URL with these headers. The store refuses bytes of another digest. */
export interface PresignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The multipart upload of one file. */
export interface UploadAddress {
  readonly key: string;
  /** The store's own id of the upload. */
  readonly uploadId: string;
}

/** A part to upload; the digest in lower-case hex. */
export interface PartToPut {
  /** From 1 to 10,000. */
  readonly number: number;
  readonly sha256: string;
}

/** A part that the store has. */
export interface StoredPart {
  readonly number: number;
  /** In bytes. */
  readonly size: number;
  /** With quotation marks. */
  readonly etag: string;
  /** Lower-case hex; null where another client uploaded the part without one. */
  readonly sha256: string | null;
}

/** A part as its client names it at the end. */
export interface NamedPart extends PartToPut {
  readonly etag: string;
}

/** A file that was made of parts. */
export interface JoinedFile {
  readonly etag: string;
  /** In bytes. */
  readonly size: number;
  /** Of the whole, as the store has compared and keeps it; null for a store that computes none. */
  readonly sha256: string | null;
}

/** Multipart uploads below the prefix of a deposit; keys are legal ones below it. Rejects with ByteStoreFault. */
export interface WorkspaceUploads {
  /** The id of a new upload, whose parts must have a SHA-256. `metadata` is of ASCII. */
  begin(
    key: string,
    attributes: { readonly contentType: string | null; readonly metadata: Readonly<Record<string, string>> },
  ): Promise<string>;
  list(): Promise<readonly (UploadAddress & { readonly begun: Date })[]>;
  /** By ascending number; null for an upload that is not there, or not any more. */
  parts(upload: UploadAddress): Promise<readonly StoredPart[] | null>;
  /**
   * Makes the file of the parts, in order. `sha256` is that of the whole, which a store compares that can. Done again for
   * an upload that was completed with these parts, it gives the same. The upload stays where the parts or the digest are
   * wrong.
   */
  complete(
    upload: UploadAddress,
    parts: readonly NamedPart[],
    sha256: string,
  ): Promise<JoinedFile | 'not-found' | 'wrong-parts' | 'wrong-digest'>;
  /** Has no effect on an upload that is not there. */
  abort(upload: UploadAddress): Promise<void>;
}

/** Headers of the answer to a presigned GET, whatever the object itself has. */
export interface DownloadHeaders {
  readonly contentType: string;
  readonly disposition: string;
}

/** Access to the files of one deposit. */
export interface WorkspaceAccess {
  /** At the end of the period, or earlier where the platform's own credentials expire. */
  readonly expires: Date;
  /** Null where the object store has no keys that are limited to a prefix. */
  readonly keys: ScopedKeys | null;
  /** `key` is a legal one below the deposit's prefix, `sha256` lower-case hex; `metadata` is of ASCII, and bound as well. */
  readonly presignPut: (
    key: string,
    sha256: string,
    metadata?: Readonly<Record<string, string>>,
  ) => Promise<PresignedPut>;
  readonly presignPart: (upload: UploadAddress, part: PartToPut) => Promise<PresignedPut>;
  /** The URL for a GET of an object, whole or by ranges. */
  readonly presignGet: (key: string, headers: DownloadHeaders) => Promise<string>;
  readonly uploads: WorkspaceUploads;
}

/**
 * Opens the access to a deposit's files. Whether the caller may have it must be checked before. Null where the object
 * store cannot bind a presigned URL to one object, so that it would give access to others too.
 */
export type OpenWorkspaceAccess = (
  deposit: Pick<DepositBeginning, 'depositId' | 'files'>,
  period: AccessPeriod,
) => Promise<WorkspaceAccess | null>;
