import type { Dependencies } from '../../commands/core/dependencies.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { RejectedObject } from './not-adopted.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';

/** What an adoption uses. It cannot write to the object store. */
export interface AdoptDependencies extends Pick<Dependencies, 'events' | 'places' | 'now' | 'producer'> {
  /** The bucket of the repository. */
  readonly storageRoot: StorageRootReader;
  /** Of the facts that it writes. */
  readonly correlationId: string;
  /** Whether every content file is read and its digest compared. */
  readonly verify: boolean;
  /** Whether nothing is written to the log. */
  readonly dryRun: boolean;
  readonly report: AdoptListener;
}

/** Receives the results of the adoption, one for each object. */
export interface AdoptListener {
  /** Versions were recorded, or would be without `dryRun`. */
  adopted(object: AdoptedObject): void;
  /** The log has all versions of an object, or an import job is writing the next one. */
  known(): void;
  notAdopted(object: RejectedObject): void;
}

export interface AdoptedObject {
  readonly group: RepositoryPath;
  /** Of the object, in the bucket of the repository. */
  readonly root: string;
  /** The first version that the log lacked. */
  readonly first: number;
  readonly head: number;
  /** How many keys of the object no inventory names. */
  readonly leftovers: number;
}
