import type { ChildKind } from '../../events/container.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

/** One child of a container; its name cannot be given to another child. */
export interface Entry {
  readonly name: string;
  readonly kind: ChildKind;
  readonly displayName: string | null;
  /** The import that creates an archival group; null for a container, and for a group that is adopted. */
  readonly jobId: string | null;
  /** Whether the child exists: an archival group does once its first version is published. */
  readonly confirmed: boolean;
  /** Whether the child is a container that was deleted, and whose name stays taken. */
  readonly tombstone: boolean;
  /** The revision of the reservation in the parent's stream. */
  readonly reservedAt: bigint;
  readonly by: string;
  readonly since: string;
}

/**
 * The entries of a container by name. There may be very many, and states are immutable, so the entries are divided by
 * hash into small maps, and a change copies only one of them.
 */
export type Entries = readonly ReadonlyMap<string, Entry>[];

const SLOTS = 256;

export const noEntries: Entries = [];

const slotOf = (name: string): number => {
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return (hash >>> 0) % SLOTS;
};

export const entryOf = (entries: Entries, name: string): Entry | null => entries[slotOf(name)]?.get(name) ?? null;

/** Any child that is not a tombstone, or is about to be created; null where there is none. */
export const someLivingEntry = (entries: Entries): Entry | null => {
  for (const slot of entries) for (const entry of slot.values()) if (!entry.tombstone) return entry;
  return null;
};

const replaced = (entries: Entries, name: string, change: (slot: Map<string, Entry>) => void): Entries => {
  const slots = entries.length === 0 ? Array.from({ length: SLOTS }, () => new Map<string, Entry>()) : [...entries];
  const slot = new Map(slots[slotOf(name)]);
  change(slot);
  slots[slotOf(name)] = slot;
  return slots;
};

export const withEntry = (entries: Entries, entry: Entry): Entries =>
  replaced(entries, entry.name, (slot) => slot.set(entry.name, entry));

export const withoutEntry = (entries: Entries, name: string): Entries =>
  replaced(entries, name, (slot) => slot.delete(name));

/** The root is a container from the beginning, so its stream starts with its first child. */
export interface Container {
  /** Facts folded so far: the next one's revision. */
  readonly length: bigint;
  /** Null before its creation, and after its deletion. */
  readonly created: Readonly<{ displayName: string | null; by: string; at: string }> | null;
  /** The last deletion, which remains when a container is created here again. */
  readonly deleted: Deletion | null;
  /** What is in the container; of a deleted one, the tombstones that it had. */
  readonly entries: Entries;
  /** Import jobs whose reservation was released: they may not reserve a name again. */
  readonly releasedJobs: ReadonlySet<string>;
}

export interface Deletion {
  /** The revision of the deleted container's `ChildReserved` in the parent's stream. */
  readonly reservation: number;
  readonly purge: boolean;
  /** The revision of the deletion in the container's own stream. */
  readonly revision: bigint;
}

export const noContainer: Container = {
  length: 0n,
  created: null,
  deleted: null,
  entries: noEntries,
  releasedJobs: new Set(),
};

/** Whether the container that has this reservation in its parent was deleted. */
export const isDeleted = ({ deleted }: Pick<Container, 'deleted'>, reservation: bigint | number): boolean =>
  deleted !== null && deleted.reservation >= reservation;

/** The name of each kind of resource in responses (preservation 2.5). */
export const TYPE_NAMES = { container: 'Container', archivalGroup: 'ArchivalGroup' } as const satisfies Record<
  ChildKind,
  string
>;

export const childPath = (path: RepositoryPath, name: string): RepositoryPath =>
  path === '' ? name : `${path}/${name}`;
