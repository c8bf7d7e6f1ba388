import { keyViolation } from '../../formats/key-violation.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { lockedByOther } from '../deposit/checks.js';
import { readDeposit } from '../reads/read-deposit.js';
import { depositAt, type Destination } from './destination.js';

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
const workspaceRefusal = async (
  { events }: Dependencies,
  destination: Destination,
  group: RepositoryPath,
  by: string,
): Promise<Refusal | null> => {
  const depositId = depositAt(destination);
  const deposit = depositId === null ? null : await readDeposit(events, depositId);
  if (deposit?.files.bucket !== destination.bucket)
    return refusedDestination(destination, 'it is not the workspace of a deposit');
  if (deposit.archivalGroup !== group || !deposit.active)
    return refusedDestination(destination, `deposit ${deposit.depositId} is not the active deposit of ${group}`);
  return lockedByOther(deposit, by);
};

/**
 * Why a group cannot be exported there: only the configured prefixes and the workspace of the group's own active deposit
 * are destinations, so that an export cannot reach the repository or another deposit.
 */
export const destinationRefusal = async (
  dependencies: Dependencies,
  destination: Destination,
  group: RepositoryPath,
  by: string,
): Promise<Refusal | null> => {
  const { bucket, prefix } = destination;
  const violation = prefixViolation(prefix);
  if (violation !== null) return refusedDestination(destination, violation);
  if (prefix.startsWith('deposits/')) return workspaceRefusal(dependencies, destination, group, by);
  const isAllowed = dependencies.places.exports.some(
    (each) => each.bucket === bucket && prefix.startsWith(each.prefix),
  );
  return isAllowed ? null : refusedDestination(destination, 'it is not among the destinations that are allowed');
};
