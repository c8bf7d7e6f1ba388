interface ResourceRecord {
  /** Within the group: decoded names joined by `/`. */
  readonly path: string;
  /** Display name; null when none was given; the last segment of the path is shown instead. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly created: string;
  /** Agent name; null where it was not recorded. */
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
  /** In bytes; null where it was not recorded. */
  readonly size: number | null;
  /** Lower-case hex; null in a group whose inventory uses another algorithm. */
  readonly sha256: string | null;
  /** When the file was last changed at its source; RFC 3339, in UTC. Absent where it was not recorded. */
  readonly fileModified?: string;
}

export interface BinaryRecord extends ResourceRecord, BinaryContent {
  readonly type: 'Binary';
}

/** A resource that was deleted after an earlier version; adding the path again removes the tombstone. */
export interface TombstoneRecord {
  readonly type: 'Tombstone';
  readonly path: string;
  /** RFC 3339. */
  readonly deleted: string;
  /** Agent name; null where it was not recorded. */
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

/** A display name as it is kept: a line break becomes ` - ` (companion 3.1). */
export const recordedName = (name: string): string => name.replace(/\r\n|[\r\n]/g, ' - ');
