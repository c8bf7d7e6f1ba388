import { openLedger } from '../commands/open-ledger.js';
import type { Services } from '../commands/services.js';
import { ByteStoreFault } from '../formats/bytes.js';
import { OcflFault } from '../formats/ocfl/ocfl-fault.js';
import { readHead } from '../formats/ocfl/read-inventory.js';
import { objectRoot } from '../formats/ocfl/storage-root.js';
import { versionNumber } from '../formats/ocfl/version-name.js';
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
    const place = { bucket, root: objectRoot(ocflId(group), prefix) };
    const reason = await headFault(
      group,
      () => openLedger(events, group),
      () => storedHead(bytes, place),
    );
    if (reason !== null) faults.push({ group, reason });
  }
  return faults;
};

/** An import may end between the two looks, of which the earlier one then means nothing any more. */
const headFault = async (
  group: RepositoryPath,
  ledgerOf: () => ReturnType<typeof openLedger>,
  storedOf: () => Promise<number | string>,
): Promise<string | null> => {
  for (let ledger = await ledgerOf(); ;) {
    const stored = await storedOf();
    if (typeof stored === 'string') return stored;
    const { versions } = ledger;
    const decided = versions.length + (ledger.job?.phase === 'committed' ? 1 : 0);
    if (stored >= versions.length && stored <= decided) return null;
    const now = await ledgerOf();
    if (now.versions.length === versions.length && now.job?.phase === ledger.job?.phase)
      return `The OCFL object of ${group} is at v${stored}, its ledger at v${stored > decided ? decided : versions.length}.`;
    ledger = now;
  }
};

const storedHead = async (
  bytes: Services['bytes'],
  place: { readonly bucket: string; readonly root: string },
): Promise<number | string> => {
  try {
    const head = await readHead(bytes, place);
    return head === null ? 0 : (versionNumber(head) ?? 0);
  } catch (error) {
    if (error instanceof OcflFault) return error.message;
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return error.message;
    throw error;
  }
};
