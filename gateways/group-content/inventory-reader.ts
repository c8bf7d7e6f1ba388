import { objectMismatch } from '../../commands/reads/object-mismatch.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { readRecordedInventory } from '../../formats/group-state/read-recorded.js';
import type { Inventory, InventoryHistory } from '../../formats/ocfl/inventory/inventory.js';
import type { OwnInventory } from '../../formats/ocfl/inventory/own-inventory.js';
import { versionName, versionNumber } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { RequestFault } from '../http/request-fault.js';
import { keptReadings } from './kept-readings.js';

/** Reads the inventories of groups, once for each head. Rejects as `GroupReader` does. */
export interface InventoryReader {
  history(path: RepositoryPath, head: number): Promise<InventoryHistory>;
  /** The version's own inventory; null where it is not as it was recorded, or another program wrote it. */
  own(path: RepositoryPath, head: number, version: string): Promise<OwnInventory | null>;
  whole(path: RepositoryPath, head: number): Promise<Inventory>;
}

export interface InventoryReaderOptions {
  /** Most entries of the manifests that are kept. */
  readonly capacity: number;
  readonly onRefused: (path: RepositoryPath, reason: string) => void;
}

export const inventoryReader = (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  { capacity, onRefused }: InventoryReaderOptions,
): InventoryReader => {
  const { events, bytes } = dependencies;
  const heads = keptReadings<OwnInventory | null>(capacity, (own) => own?.manifest.size ?? 1);
  const wholes = keptReadings<Inventory>(capacity, ({ manifest }) => manifest.size);

  /** The inventory with the digest in the ledger. */
  const recorded = async (path: RepositoryPath, version: string): Promise<OwnInventory | null> => {
    const { versions } = await readLedger(events, path);
    const published = versions.findLast((each) => each.version === versionNumber(version));
    if (published === undefined) return null;
    const { sha256 } = published.inventory;
    return readRecordedInventory(bytes, objectPlaceOf(dependencies, path), { version, sha256 });
  };

  const atHead = (path: RepositoryPath, head: number): Promise<OwnInventory | null> =>
    heads(JSON.stringify([path, head]), async () => {
      const fault = await objectMismatch(dependencies, path);
      if (fault === null) return recorded(path, versionName(head));
      onRefused(path, fault);
      throw new RequestFault(409, fault);
    });

  const whole = async (path: RepositoryPath, head: number): Promise<Inventory> => {
    await atHead(path, head);
    // Only what another program wrote, or a file that got its bytes in an unclear version, is read with all checks.
    const { readVersionInventory } = await import('../../formats/ocfl/inventory/read-inventory.js');
    const read = () => readVersionInventory(bytes, objectPlaceOf(dependencies, path), versionName(head));
    return wholes(JSON.stringify([path, head]), read);
  };

  return {
    history: async (path, head) => (await atHead(path, head)) ?? whole(path, head),
    async own(path, head, version) {
      const own = await atHead(path, head);
      return version === versionName(head) ? own : recorded(path, version);
    },
    whole,
  };
};
