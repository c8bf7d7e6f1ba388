import type { Readable } from 'node:stream';
import type { ListedObject, ObjectAddress, ObjectInfo } from '../../../../formats/bytes.js';
import { faultClass } from '../../../../flow/fault.js';

export type ChecksumAlgorithm = 'SHA256' | 'SHA1' | 'CRC32' | 'CRC32C' | 'CRC64NVME';

/** Of which digest an ETag is made; MD5 takes more than twice the time of SHA-256. */
export type EtagSource = 'md5' | 'sha256';

/** Base64 values by algorithm, as S3 writes them; a composite value of parts ends in `-<number of parts>`. */
export type Checksums = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

export interface Attributes {
  readonly contentType: string | null;
  /** Any other stored system headers that S3 gives back (cache-control, content-disposition, …), names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
}

export type UploadFaultCode =
  | 'upload-not-found' // never begun, or completed or aborted meanwhile
  | 'invalid-part' // a named part was not uploaded, or has another ETag
  | 'invalid-part-order' // the parts named do not ascend
  | 'part-too-small'; // a part other than the last has less than 5 MiB

/** Why a request for a multipart upload is refused. */
export class UploadFault extends faultClass<UploadFaultCode>('UploadFault') {}

/** An object as the engine keeps it. `sha256` of ObjectInfo is derived from `checksums`, never for a composite. */
export interface StoredObject extends ObjectInfo {
  readonly attributes: Attributes;
  readonly checksums: Checksums;
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE';
  /** Sizes of the parts of a multipart object, in order; empty for one that was put whole. */
  readonly parts: readonly number[];
}

/** Bytes in a temporary file, digested and not visible yet. */
export interface StagedBytes {
  readonly size: number;
  /** What the ETag will be, without quotation marks: the MD5 in lower-case hex, unless it is made of the SHA-256. */
  readonly etag: string;
  readonly checksums: Checksums;
  /** Removes the bytes; has no effect after they became an object. */
  discard(): Promise<void>;
}

export interface CommitOptions {
  readonly attributes: Attributes;
  /** Which of the staged checksums the object keeps and shows: those the client sent or asked for. */
  readonly keep: readonly ChecksumAlgorithm[];
  readonly onlyIf?: { readonly etag: string } | 'absent' | undefined;
}

export interface Page {
  readonly objects: readonly StoredObject[];
  readonly prefixes: readonly string[];
  /** The last key or prefix of the page, when more follow. */
  readonly next: string | null;
}

export interface PendingUpload extends ObjectAddress {
  readonly uploadId: string;
  readonly initiated: Date;
  readonly attributes: Attributes;
  /** The algorithm the client chose when it began the upload. */
  readonly algorithm: ChecksumAlgorithm | null;
  readonly checksumType: 'FULL_OBJECT' | 'COMPOSITE' | null;
}

export type UploadOptions = Pick<PendingUpload, 'attributes' | 'algorithm' | 'checksumType'>;

export interface Part {
  readonly number: number;
  readonly size: number;
  /** With quotation marks. */
  readonly etag: string;
  readonly checksums: Checksums;
  readonly lastModified: Date;
}

/** A part in the request that completes an upload. */
export type NamedPart = Pick<Part, 'number' | 'etag'>;

export interface CompleteOptions {
  readonly onlyIf?: CommitOptions['onlyIf'];
  /** What the checksums of the object must be. */
  readonly expected?: Checksums;
  /** The SHA-256 of the whole, in base64, that the object must have; it is then the checksum of the object. */
  readonly whole?: string;
}

/** Inclusive; without `end`, to the end of the object. */
export interface Range {
  readonly start: number;
  readonly end?: number;
}

export interface OpenOptions {
  /** Is cut at the end of the object. */
  readonly range?: Range;
  /** Opens this very object or none (`precondition-failed`). */
  readonly etag?: string;
}

export interface CopySource extends ObjectAddress {
  readonly etag?: string;
  /** Must lie within the object. */
  readonly range?: Required<Range>;
}

export interface CopyOptions {
  /** Those that the copy does not take from the source. */
  readonly attributes?: Partial<Attributes>;
  readonly keep: readonly ChecksumAlgorithm[];
  /** Concerns the destination; checked before the bytes are copied, and again in the write of the copy. */
  readonly onlyIf?: CommitOptions['onlyIf'];
  /** Called repeatedly while the bytes are read. */
  readonly onMoved?: ((bytes: number) => void) | undefined;
}

export interface PageQuery {
  readonly prefix: string;
  readonly after?: string;
  /** Keys that share the part up to it are rolled into `prefixes`. */
  readonly delimiter?: string;
  readonly limit: number;
  /** Which names that end at the delimiter are wanted; all by default. */
  readonly isWanted?: (name: string) => boolean;
}

/** How much lies in folders, at any depth. */
export interface FolderTotals {
  readonly files: number;
  readonly bytes: number;
}

/** What was lost with an index that was newer than the one that is there. */
export interface LostFiles {
  /** How many files of bytes have no name. */
  readonly nameless: number;
  /** How many objects have no bytes any more. */
  readonly withoutBytes: number;
}

/**
 * The embedded object store: buckets on one disk, in one of two layouts (plain files, or bytes by id with an index).
 * Used by the ByteStore adapter and the S3 endpoint. Rejects with ByteStoreFault.
 *
 * Acknowledged `commit`, `copy`, `completeUpload` and `delete` survive a power cut: the file, its folder and the index
 * row are synced, in that order. Conditions are checked and the index is changed in one step, so that of any number of
 * concurrent writers under the same condition exactly one succeeds.
 */
export interface ObjectEngine {
  readonly buckets: readonly string[];
  /** What was missing when the store was opened, since a newer index of it was lost. */
  readonly lost: LostFiles;
  /**
   * Streams a body to a temporary file. SHA-256 is always computed; name the further algorithms wanted. The ETag is made
   * of the MD5, unless told otherwise. Errors of the body are thrown unchanged, and nothing remains.
   */
  stage(
    bucket: string,
    body: AsyncIterable<Uint8Array>,
    algorithms: readonly ChecksumAlgorithm[],
    etagFrom?: EtagSource,
  ): Promise<StagedBytes>;
  /** Makes the staged bytes the object at the address. Whether it resolves or rejects, they are no longer staged. */
  commit(staged: StagedBytes, at: ObjectAddress, options: CommitOptions): Promise<StoredObject>;
  head(at: ObjectAddress): Promise<StoredObject | null>;
  /** Opens the bytes of an object. The stream must be read or destroyed. */
  open(at: ObjectAddress, options?: OpenOptions): Promise<{ readonly object: StoredObject; readonly stream: Readable }>;
  /**
   * Makes the path, which does not exist, a file with the bytes of the object: by a hard link where the path is on the
   * same disk and the file has no name among plain files, else by a copy. Whoever gets it must not write into it. A later
   * object at the address changes nothing in it.
   */
  link(from: ObjectAddress & { readonly etag: string }, path: string): Promise<void>;
  /**
   * Copies with a fresh read of the bytes, computing SHA-256 and the algorithms named. A whole object of a bucket with
   * files by id gets a second name in one of plain files (a hard link), where nothing else has its file; any other copy
   * is a file of its own.
   */
  copy(from: CopySource, to: ObjectAddress, options: CopyOptions): Promise<StoredObject>;
  /** One page in UTF-8 byte order. */
  page(bucket: string, query: PageQuery): Promise<Page>;
  list(bucket: string, prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** As `listFolders` of the ByteStore port. */
  listFolders(bucket: string, prefix: string, isWanted?: (name: string) => boolean): AsyncIterable<string>;
  delete(bucket: string, keys: readonly string[]): Promise<void>;
  /**
   * How much lies in all these folders together, at any depth, of a bucket with files by id. A folder has one or two
   * segments, and ends in `/`. Nothing is read but kept totals.
   */
  totals(bucket: string, folders: readonly string[]): Promise<FolderTotals>;

  beginUpload(at: ObjectAddress, options: UploadOptions): Promise<PendingUpload>;
  /** Uploading a part number again replaces the part. Rejects with `upload-not-found`. */
  putPart(uploadId: string, number: number, staged: StagedBytes): Promise<Part>;
  upload(uploadId: string): Promise<PendingUpload | null>;
  uploads(bucket: string, prefix: string): Promise<readonly PendingUpload[]>;
  /** By ascending number. Rejects with `upload-not-found`. */
  parts(uploadId: string): Promise<readonly Part[]>;
  /**
   * Joins the named parts, in order. An expected checksum must be the object's (of the whole, or of the parts, as the
   * upload was created), else `digest-mismatch`; a composite one may be given with or without its `-n`. Rejects with
   * `upload-not-found`, and with other UploadFaults for wrong parts; the upload then remains.
   */
  completeUpload(uploadId: string, parts: readonly NamedPart[], options: CompleteOptions): Promise<StoredObject>;
  /** Rejects with `upload-not-found`. */
  abortUpload(uploadId: string): Promise<void>;
  /** How many files and folders could not be removed, and are tried again later. */
  leftovers(): number;
  /** Why the disk refuses what is written to the index, after another attempt; null while all is well. */
  fault(): Error | null;
  close(): Promise<void>;
}
