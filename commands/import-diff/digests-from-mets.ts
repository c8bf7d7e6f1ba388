import { readDepositMets } from '../workspace/deposit-mets.js';
import { presentPaths } from '../workspace/present-paths.js';
import type { Deposit } from '../deposit/state.js';
import { outlineMets } from './diff-deposit.js';
import type { Dependencies } from '../core/dependencies.js';
import type { PlannedOperation } from '../../events/import-plan.js';

type Completing = Pick<Dependencies, 'bytes' | 'events' | 'places' | 'mets' | 'holder' | 'metsAgent'>;
type WithMets = Pick<Deposit, 'files' | 'archivalGroup' | 'editedMets'>;

/** Digests by path in the workspace, lower-case hex; empty without a readable METS. */
const knownDigests = async (dependencies: Completing, deposit: WithMets): Promise<ReadonlyMap<string, string>> => {
  const stored = await readDepositMets(dependencies.bytes, deposit.files);
  if (stored === null) return new Map();
  const mets = await outlineMets(stored.bytes, dependencies, await presentPaths(dependencies, deposit, stored));
  if (!mets.ok) return new Map();
  return new Map(
    mets.value.files.flatMap(({ localPath, digest, otherDigest }) =>
      digest === null || otherDigest !== null ? [] : [[localPath, digest.toLowerCase()] as const],
    ),
  );
};

/**
 * Adds to binaries without a digest the one that the deposit's METS gives for their origin (preservation 2.11). The
 * METS is read for the first of them. A binary it does not describe stays without: the store may have a digest later.
 */
export async function* digestsFromMets(
  dependencies: Completing,
  deposit: WithMets,
  operations: AsyncIterable<PlannedOperation>,
): AsyncGenerator<PlannedOperation> {
  let known: ReadonlyMap<string, string> | null = null;
  for await (const operation of operations) {
    const { origin, sha256 } = operation;
    if (origin === undefined || sha256 !== undefined) {
      yield operation;
      continue;
    }
    known ??= await knownDigests(dependencies, deposit);
    const path = origin.key.slice(deposit.files.prefix.length);
    const digest = known.get(path) ?? known.get(path.replace(/^data\//, '')); // a bag's METS has paths without data/
    yield digest === undefined ? operation : { ...operation, sha256: digest };
  }
}
