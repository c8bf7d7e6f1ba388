import type { KeptFile, WorkspaceFile } from './compare.js';

/** A request that the store takes from anybody who has it, until it expires. */
export interface PresignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A small file to be sent. */
export interface SignedFile {
  readonly path: string;
  readonly sha256: string;
  /** RFC 3339. */
  readonly modified: string;
}

/** An upload in parts that the platform has begun. */
export interface PartedUpload {
  /** Its address, as the platform gives it. */
  readonly id: string;
  readonly partSize: number;
}

/** A part that the store has, or that is to be sent. */
export interface Part {
  readonly number: number;
  readonly sha256: string;
  readonly etag: string;
}

/** What the store answers to bytes: its status, the code of its refusal, and the ETag. */
export interface PutAnswer {
  readonly status: number;
  readonly code: string;
  readonly etag: string;
}

/** What the platform does for an upload; each rejects with ApiFault. */
export interface UploadPlatform {
  readonly credentials: (
    files: readonly SignedFile[],
    folders: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, PresignedPut>>;
  readonly begin: (
    file: { readonly path: string; readonly size: number; readonly contentType: string; readonly modified: string },
    signal: AbortSignal,
  ) => Promise<PartedUpload>;
  readonly presign: (
    id: string,
    parts: readonly Pick<Part, 'number' | 'sha256'>[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<number, PresignedPut>>;
  /** The parts that the store has; null where the upload is gone. */
  readonly parts: (id: string, signal: AbortSignal) => Promise<readonly Part[] | null>;
  readonly complete: (id: string, sha256: string, parts: readonly Part[], signal: AbortSignal) => Promise<void>;
  readonly abort: (id: string) => Promise<void>;
  /** The files of the workspace as they are now, by their paths in the deposit. */
  readonly workspace: (signal: AbortSignal) => Promise<ReadonlyMap<string, WorkspaceFile>>;
}

/** Digests of a large file, part after part. */
export interface WholeDigest {
  readonly part: (bytes: Blob) => Promise<string>;
  readonly end: () => Promise<string>;
  readonly forget: () => void;
}

/** Computes digests; a file that cannot be read rejects with a DOMException, or an error of its name. */
export interface Digests {
  readonly file: (bytes: Blob) => Promise<string>;
  readonly whole: () => WholeDigest;
}

/** What this browser keeps of the uploads of a deposit, for when the page is loaded again. */
export interface Keeper {
  readonly files: () => Promise<ReadonlyMap<string, KeptFile>>;
  readonly keepFiles: (files: readonly (readonly [path: string, file: KeptFile])[]) => Promise<void>;
  readonly parted: (path: string) => Promise<(PartedUpload & Pick<KeptFile, 'size' | 'modified'>) | null>;
  readonly keepParted: (
    path: string,
    upload: (PartedUpload & Pick<KeptFile, 'size' | 'modified'>) | null,
  ) => Promise<void>;
}

/** All that an upload needs of the outer world. */
export interface UploadPorts {
  readonly platform: UploadPlatform;
  readonly digests: Digests;
  readonly keeper: Keeper;
  /** Sends bytes; rejects with NoAnswer, or as a file that cannot be read. */
  readonly put: (
    request: PresignedPut,
    bytes: Blob,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<PutAnswer>;
}
