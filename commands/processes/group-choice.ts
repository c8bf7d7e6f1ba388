import { isBelow, type RepositoryPath } from '../../formats/paths/repository-path.js';
import { admissionRefusal } from '../archival-group/checks.js';
import { reservedNameRefusal } from './create-container.js';
import { refuse, type Refusal } from '../core/decider.js';
import { groupPathRefusal, kindAt, type Place } from '../reads/kind-at.js';
import { readLedger } from '../reads/read-ledger.js';
import { readHeadOfGroup } from '../reads/read-group.js';
import type { Dependencies } from '../core/dependencies.js';

/** Refuses a path inside a group at which the group has, or had, something. */
export const insideGroupRefusal = async (
  dependencies: Dependencies,
  place: Place,
  path: RepositoryPath,
): Promise<Refusal | null> => {
  if (place.kind !== 'inside') return null;
  const head = await readHeadOfGroup(dependencies, place.group);
  const within = path.slice(place.group.length + 1);
  if (head?.state.tombstones.has(within) === true) {
    const tombstone = `The resource at ${path} has been replaced by a Tombstone`;
    return refuse('replaced-by-tombstone', `Cannot examine Archival Group: ${tombstone}`);
  }
  const isBinary = head?.state.binaries.has(within) === true;
  const isContainer = head?.state.containers.has(within) === true || hasContent(head?.state.binaries.keys(), within);
  if (!isBinary && !isContainer) return null;
  const type = isBinary ? 'Binary' : 'Container';
  return refuse('not-an-archival-group', `The resource at ${path} is a ${type}, not an ArchivalGroup`);
};

const hasContent = (binaries: Iterable<string> | undefined, folder: string): boolean =>
  [...(binaries ?? [])].some((path) => isBelow(path, folder));

/**
 * Why a deposit cannot be for this group; `depositId` is the deposit's own, null while there is none (companion 13.2).
 */
export const groupChoiceRefusal = async (
  dependencies: Dependencies,
  group: RepositoryPath,
  depositId: string | null,
): Promise<Refusal | null> => {
  const refusal =
    reservedNameRefusal(group) ?? admissionRefusal(await readLedger(dependencies.events, group), group, depositId);
  if (refusal !== null) return refusal;
  const place = await kindAt(dependencies.events, group);
  return groupPathRefusal(place, group) ?? insideGroupRefusal(dependencies, place, group);
};
