import type { Services } from '../../commands/core/services.js';
import type { AuditFinding } from './audit-finding.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';

/** What an audit stands on; it only reads. */
export interface AuditServices extends Pick<Services, 'events' | 'bytes' | 'places'> {
  /** The bucket of the repository. `bytes` is asked for what is staged outside of it. */
  readonly storageRoot: StorageRootReader;
  /** Whether the SHA-256 that the store keeps is believed, so that only files without one are read. */
  readonly quick: boolean;
  readonly tell: AuditListener;
}

/** Hears how the audit goes. */
export interface AuditListener {
  /** What was found, of one group or one place at a time. */
  found(findings: readonly AuditFinding[]): void;
  /** An object was looked at: how many versions of it, how many files, and how many bytes of them were read. */
  looked(object: Looked): void;
}

export interface Looked {
  readonly versions: number;
  readonly files: number;
  readonly bytesRead: number;
  /** Whether a job is on its way to another version. */
  readonly inProgress: boolean;
}
