import type { InventoryHistory } from './inventory.js';
import { isVersion } from '../version-time.js';

/**
 * The name of the version for a label (`v3`) or a 14-digit Memento stamp, or of the head for null; null when the object
 * has no such version.
 */
export const findVersion = (inventory: InventoryHistory, wanted: string | null): string | null => {
  if (wanted === null) return inventory.head;
  for (const [name, { created }] of inventory.versions) if (isVersion(wanted, name, created)) return name;
  return null;
};
