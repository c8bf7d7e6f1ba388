import { readDepositMets } from '../../commands/deposit-mets.js';
import type { Deposit } from '../../commands/deposit/state.js';
import { metsOrRefusal } from '../../commands/diff-deposit.js';
import type { Services } from '../../commands/services.js';
import type { PlannedOperation } from '../../events/import-plan.js';

/**
 * Completes binaries that came without a digest by what the deposit's METS says of their origins (preservation 2.11).
 * What the METS does not know stays open: the store may know it when the job runs.
 */
export const digestsFromMets = async (
  services: Pick<Services, 'bytes' | 'metsAgent'>,
  { files }: Pick<Deposit, 'files'>,
  operations: readonly PlannedOperation[],
): Promise<readonly PlannedOperation[]> => {
  if (operations.every(({ origin, sha256 }) => origin === undefined || sha256 !== undefined)) return operations;
  const stored = await readDepositMets(services.bytes, files);
  const mets = stored === null ? null : metsOrRefusal(stored.bytes, services);
  if (mets === null || 'code' in mets) return operations;
  const known = new Map(mets.files.map(({ localPath, digest }) => [localPath, digest?.toLowerCase()] as const));
  return operations.map((operation) => {
    const { origin, sha256 } = operation;
    if (origin === undefined || sha256 !== undefined) return operation;
    const digest = known.get(origin.key.slice(files.prefix.length));
    return digest === undefined ? operation : { ...operation, sha256: digest };
  });
};
