import type { Dependencies } from '../../commands/core/dependencies.js';
import type { AuditFinding } from './audit-finding.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';

/** What an audit uses; it only reads. */
export interface AuditDependencies extends Pick<Dependencies, 'events' | 'bytes' | 'places'> {
  /** The bucket of the repository. `bytes` is used for the staging bucket. */
  readonly storageRoot: StorageRootReader;
  /** Whether to rely on the SHA-256 that the store keeps and read only files without one. */
  readonly quick: boolean;
  readonly report: AuditListener;
}

/** Receives the results of the audit. */
export interface AuditListener {
  /** The findings of one group or one place. */
  found(findings: readonly AuditFinding[]): void;
  /** An object was checked. */
  checked(object: CheckedObject): void;
}

export interface CheckedObject {
  readonly versions: number;
  readonly files: number;
  readonly bytesRead: number;
  /** Whether an import job is writing the next version. */
  readonly inProgress: boolean;
}
