import { isBelow, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { admissionRefusal } from '../../archival-group/checks.js';
import { reservedNameRefusal } from '../containers/create-container.js';
import { refuse, type Refusal } from '../../core/decider.js';
import { goneRefusal, groupPathRefusal, kindAt, type Place } from '../../reads/kind-at.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import { readLedger } from '../../archival-group/ledger-stream.js';
import { readHeadOfGroup, type HeadOfGroup } from '../../reads/read-group.js';
import type { Dependencies } from '../../core/dependencies.js';

/** Refuses a path inside a group at which the group has, or had, something. */
export const insideGroupRefusal = async (
  dependencies: Dependencies,
  place: Place,
  path: RepositoryPath,
): Promise<Refusal | null> => {
  if (place.kind !== 'inside') return null;
  const refusal = await objectRefusal(dependencies, place.group);
  if (refusal !== null) return refusal;
  const head = await readHeadOfGroup(dependencies, place.group);
  const type = typeInGroup(head?.state ?? null, path.slice(place.group.length + 1));
  if (type === 'Tombstone') return goneRefusal(path);
  return type === null
    ? null
    : refuse('not-an-archival-group', `The resource at ${path} is a ${type}, not an ArchivalGroup`);
};

/** What a group has at a path within it; null where it has, and had, nothing. */
export const typeInGroup = (
  state: HeadOfGroup['state'] | null,
  within: string,
): 'Binary' | 'Container' | 'Tombstone' | null => {
  if (state === null) return null;
  if (state.tombstones.has(within)) return 'Tombstone';
  if (state.binaries.has(within)) return 'Binary';
  return state.containers.has(within) || hasContent(state.binaries.keys(), within) ? 'Container' : null;
};

const hasContent = (binaries: Iterable<string>, folder: string): boolean => {
  for (const path of binaries) if (isBelow(path, folder)) return true;
  return false;
};

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
  return (
    groupPathRefusal(place, group) ??
    (await insideGroupRefusal(dependencies, place, group)) ??
    objectRefusal(dependencies, group)
  );
};
