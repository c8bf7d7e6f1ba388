import { sortSliced } from '../paths/utf8-order.js';
import type { Sliced } from '../../flow/slices.js';

interface ResourceRecord {
  /** Within the group: decoded names joined by `/`. */
  readonly path: string;
  /** Display name; null when none was ever given, and the last name of the path serves. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly created: string;
  /** Agent name; null where nobody recorded it. */
  readonly createdBy: string | null;
  readonly modified: string;
  readonly modifiedBy: string | null;
}

export interface ContainerRecord extends ResourceRecord {
  readonly type: 'Container';
}

/** What is recorded of a binary's bytes. */
export interface BinaryContent {
  readonly contentType: string | null;
  /** In bytes; null where only the object's files can tell. */
  readonly size: number | null;
  /** Lower-case hex; null in a group whose inventory uses another algorithm. */
  readonly sha256: string | null;
  /** When the file was last changed where it came from; RFC 3339, in UTC. Absent where nobody recorded it. */
  readonly fileModified?: string;
}

export interface BinaryRecord extends ResourceRecord, BinaryContent {
  readonly type: 'Binary';
}

/** What is left of a resource that an earlier version had; adding the path again does away with it. */
export interface TombstoneRecord {
  readonly type: 'Tombstone';
  readonly path: string;
  /** RFC 3339. */
  readonly deleted: string;
  /** Agent name; null where nobody recorded it. */
  readonly deletedBy: string | null;
}

/** Everything in an archival group at one version, by path; the group's own files are not in it. */
export interface GroupState {
  /** Display name of the group. */
  readonly name: string;
  readonly containers: ReadonlyMap<string, ContainerRecord>;
  readonly binaries: ReadonlyMap<string, BinaryRecord>;
  readonly tombstones: ReadonlyMap<string, TombstoneRecord>;
}

export const emptyGroup = (name: string): GroupState => ({
  name,
  containers: new Map(),
  binaries: new Map(),
  tombstones: new Map(),
});

/** Containers and binaries together, in the order of their paths' UTF-8 bytes. */
export const resourcesOf = (state: GroupState): Sliced<(ContainerRecord | BinaryRecord)[]> =>
  sortSliced([...state.containers.values(), ...state.binaries.values()], ({ path }) => path);

/** A display name as it is kept: a line break becomes ` - ` (companion 3.1). */
export const recordedName = (name: string): string => name.replace(/\r\n|[\r\n]/g, ' - ');
