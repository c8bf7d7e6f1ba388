import { openLedger } from '../commands/open-ledger.js';
import type { Services } from '../commands/services.js';
import { ByteStoreFault } from '../formats/bytes.js';
import { OcflFault } from '../formats/ocfl/ocfl-fault.js';
import { headNumber } from '../formats/ocfl/inventory.js';
import { readRootInventory } from '../formats/ocfl/read-inventory.js';
import { objectRoot } from '../formats/ocfl/storage-root.js';
import { ocflId, type RepositoryPath } from '../formats/paths/repository-path.js';

/** An object that must not be served, and why. */
export interface HeadFault {
  readonly group: RepositoryPath;
  readonly reason: string;
}

/**
 * Compares objects with their ledgers: an object may be behind by the one version that is decided and not yet
 * published, or have it already, but never be ahead of what was decided. Answers the groups that are not to be served.
 */
export const checkHeads = async (
  { events, bytes, places }: Pick<Services, 'events' | 'bytes' | 'places'>,
  groups: AsyncIterable<RepositoryPath> | Iterable<RepositoryPath>,
): Promise<HeadFault[]> => {
  const faults: HeadFault[] = [];
  const { bucket, prefix } = places.repository;
  for await (const group of groups) {
    const { job, versions } = await openLedger(events, group);
    const decided = versions.length + (job?.phase === 'committed' ? 1 : 0);
    const stored = await storedHead(bytes, { bucket, root: objectRoot(ocflId(group), prefix) });
    if (typeof stored === 'string') faults.push({ group, reason: stored });
    else if (stored > decided)
      faults.push({ group, reason: `The OCFL object of ${group} is at v${stored}, its ledger at v${decided}.` });
    else if (stored < versions.length)
      faults.push({
        group,
        reason: `The OCFL object of ${group} is at v${stored}, its ledger at v${versions.length}.`,
      });
  }
  return faults;
};

const storedHead = async (
  bytes: Services['bytes'],
  place: { readonly bucket: string; readonly root: string },
): Promise<number | string> => {
  try {
    const root = await readRootInventory(bytes, place);
    return root === null ? 0 : headNumber(root.inventory);
  } catch (error) {
    if (error instanceof OcflFault) return error.message;
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return error.message;
    throw error;
  }
};
