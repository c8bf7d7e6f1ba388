import { firstNames, MOST_NAMED } from '../../flow/first-of-many.js';
import { keyViolation } from '../../formats/key-violation.js';
import { isFolderMarker } from '../../formats/paths/folder-marker.js';
import { STORED_LISTING } from '../../formats/stored-listing.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { lockedByOther } from '../deposit/checks.js';
import type { DeletedDeposit, Deposit } from '../deposit/state.js';
import { workspaceAt, type Destination } from './destination.js';

const refusedDestination = ({ bucket, prefix }: Destination, why: string): Refusal => ({
  ...refuse('destination-not-allowed', `Nothing can be exported to s3://${bucket}/${prefix}: ${why}.`),
  advice: 'Choose a prefix that the operator allows for exports, or the workspace of a deposit of this archival group.',
});

/** Why a prefix is not the beginning of keys that consist of whole names; null when it is. */
const prefixViolation = (prefix: string): string | null => {
  const segments = prefix.slice(0, -1).split('/');
  if (segments.some((segment) => segment === '')) return 'a segment of the prefix is empty';
  if (segments.some((segment) => segment === '.' || segment === '..')) return "a segment of the prefix is '.' or '..'";
  return keyViolation(prefix);
};

/** Refuses every workspace but that of an active deposit of the group that the caller may change. */
const workspaceRefusal = (
  deposit: Deposit | DeletedDeposit,
  destination: Destination,
  group: RepositoryPath,
  by: string,
): Refusal | null => {
  const { depositId, files, archivalGroup } = deposit;
  if (deposit.status === 'deleted' || files.prefix !== destination.prefix)
    return refusedDestination(destination, 'it is not the workspace of a deposit');
  if (archivalGroup !== group || !deposit.active)
    return refusedDestination(destination, `deposit ${depositId} is not the active deposit of ${group}`);
  return lockedByOther(deposit, by);
};

/** Refuses what is below none of the configured prefixes. */
const prefixRefusal = ({ places }: Dependencies, destination: Destination): Refusal | null => {
  const { bucket, prefix } = destination;
  const isAllowed = places.exports.some((each) => each.bucket === bucket && prefix.startsWith(each.prefix));
  return isAllowed ? null : refusedDestination(destination, 'it is not among the destinations that are allowed');
};

/**
 * Refuses a destination that has keys, since an export would overwrite those of the same names. The METS of a deposit's
 * opening and the listing of the original system do not count.
 */
const occupiedRefusal = async (
  { bytes }: Dependencies,
  { bucket, prefix }: Destination,
  openingMets: string | null,
): Promise<Refusal | null> => {
  const keys: string[] = [];
  for await (const listed of bytes.list(bucket, prefix)) {
    const path = listed.key.slice(prefix.length);
    if (isFolderMarker(listed.key, listed.size) || listed.etag === openingMets || path === STORED_LISTING) continue;
    keys.push(`'${path}'`);
    if (keys.length > MOST_NAMED) break;
  }
  if (keys.length === 0) return null;
  const named = firstNames(keys, { areAll: false });
  return refuse('destination-not-empty', `There are objects below s3://${bucket}/${prefix} already: ${named}.`);
};

/**
 * Why a group cannot be exported there: only the configured prefixes and the workspace of the group's own active deposit
 * are destinations, so that an export cannot reach the repository or another deposit; and nothing may be there yet.
 */
export const destinationRefusal = async (
  dependencies: Dependencies,
  destination: Destination,
  group: RepositoryPath,
  by: string,
): Promise<Refusal | null> => {
  const { prefix } = destination;
  const violation = prefixViolation(prefix);
  if (violation !== null) return refusedDestination(destination, violation);
  const deposit = await workspaceAt(dependencies.events, destination);
  const refusal =
    deposit === null ? prefixRefusal(dependencies, destination) : workspaceRefusal(deposit, destination, group, by);
  return refusal ?? occupiedRefusal(dependencies, destination, deposit?.openingMets ?? null);
};
