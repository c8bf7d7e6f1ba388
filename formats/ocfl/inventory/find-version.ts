import type { Inventory } from './inventory.js';
import { mementoStamp } from '../version-time.js';

/**
 * The name of the version that a label (`v3`) or a 14-digit Memento stamp means, or of the head when nothing is asked
 * for; null when the object has none such.
 */
export const findVersion = (inventory: Inventory, wanted: string | null): string | null => {
  if (wanted === null) return inventory.head;
  if (inventory.versions.has(wanted)) return wanted;
  if (!/^\d{14}$/.test(wanted)) return null;
  for (const [name, { created }] of inventory.versions) if (mementoStamp(created) === wanted) return name;
  return null;
};
