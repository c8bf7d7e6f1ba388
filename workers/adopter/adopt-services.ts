import type { Services } from '../../commands/core/services.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { NotAdopted } from './not-adopted.js';
import type { StorageRootReader } from '../../formats/ocfl/storage-root/storage-root-reader.js';

/** What an adoption stands on. It has no way to write to the object store. */
export interface AdoptServices extends Pick<Services, 'events' | 'places' | 'now' | 'producer'> {
  /** The bucket of the repository. */
  readonly storageRoot: StorageRootReader;
  /** Whether every content file is read, and its digest compared. */
  readonly verify: boolean;
  /** Whether nothing is written to the log either. */
  readonly dryRun: boolean;
  readonly tell: AdoptListener;
}

/** Hears how the adoption goes; each object is told of once. */
export interface AdoptListener {
  /** Versions were taken into the log, or would be. */
  adopted(object: AdoptedObject): void;
  /** The log knows all of an object, or a job is on its way to what it does not know yet. */
  known(): void;
  notAdopted(object: NotAdopted): void;
}

export interface AdoptedObject {
  readonly group: RepositoryPath;
  /** Of the object, in the bucket of the repository. */
  readonly root: string;
  /** The first version that the log did not know. */
  readonly first: number;
  readonly head: number;
  /** How many keys of the object nothing in it names. */
  readonly leftovers: number;
}
