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
}

/**
 * Opens the access to a deposit's files. Whether the caller may have it must be checked before. Null where the object
 * store cannot bind a presigned URL to one object, so that it would give access to others too.
 */
export type OpenWorkspaceAccess = (
  deposit: Pick<DepositBeginning, 'depositId' | 'files'>,
  period: AccessPeriod,
) => Promise<WorkspaceAccess | null>;
