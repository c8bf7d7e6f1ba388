import { presentPaths } from '../workspace/deposit-mets.js';
import { describeDepositMets } from '../workspace/describe-deposit-mets.js';
import type { Deposit } from '../deposit/state.js';
import type { Dependencies } from '../core/dependencies.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { mapSliced } from '../../flow/slices.js';

type MetsDependencies = Pick<Dependencies, 'bytes' | 'events' | 'places' | 'mets' | 'holder' | 'metsAgent'>;
type WithMets = Pick<Deposit, 'files' | 'archivalGroup' | 'editedMets'>;

/** Digests by path in the workspace, lower-case hex; empty without a readable METS. */
const knownDigests = async (
  dependencies: MetsDependencies,
  deposit: WithMets,
): Promise<ReadonlyMap<string, string>> => {
  const found = await describeDepositMets('outline', dependencies, deposit, (stored) =>
    presentPaths(dependencies, deposit, stored),
  );
  if (found?.said.ok !== true) return new Map();
  return new Map(
    found.said.value.files.flatMap(({ localPath, digest, otherDigest }) =>
      digest === null || otherDigest !== null ? [] : [[localPath, digest.toLowerCase()] as const],
    ),
  );
};

const lacksDigest = ({ origin, sha256 }: PlannedOperation): boolean => origin !== undefined && sha256 === undefined;

/**
 * Adds to binaries without a digest the one that the deposit's METS gives for their origin (preservation 2.11). The
 * METS is read only where there are any. A binary it does not describe stays without: the store may have a digest later.
 */
export const digestsFromMets = async (
  dependencies: MetsDependencies,
  deposit: WithMets,
  operations: readonly PlannedOperation[],
): Promise<readonly PlannedOperation[]> => {
  if (!operations.some(lacksDigest)) return operations;
  const known = await knownDigests(dependencies, deposit);
  const digestOf = (key: string): string | undefined => {
    const path = key.slice(deposit.files.prefix.length);
    return known.get(path) ?? known.get(path.replace(/^data\//, '')); // a bag's METS has paths without data/
  };
  const complete = (operation: PlannedOperation): PlannedOperation => {
    const { origin, sha256 = digestOf(origin?.key ?? '') } = operation;
    return origin === undefined || sha256 === undefined ? operation : { ...operation, sha256 };
  };
  return runInSlices(mapSliced(operations, complete));
};
