import type { ChildKind } from '../../events/container.js';

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
