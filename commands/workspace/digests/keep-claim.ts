import { ByteStoreFault } from '../../../formats/bytes.js';
import type { Dependencies } from '../../core/dependencies.js';
import { readDeposit } from '../../deposit/deposit-stream.js';
import { storeClaim, type ClaimedDigest } from './claimed-digests.js';
import { dropKept } from '../kept-objects.js';

/**
 * Keeps the SHA-256 that a client claims for a file, and deletes it again where the deposit was deleted meanwhile. Rejects
 * with `store-unavailable` where others were faster too often: the same request can be sent again.
 */
export const keepClaim = async (
  dependencies: Dependencies,
  depositId: string,
  claim: Omit<ClaimedDigest, 'at'>,
): Promise<void> => {
  const isKept = await storeClaim(dependencies, depositId, { ...claim, at: dependencies.now().toISOString() });
  if (!isKept) throw new ByteStoreFault('store-unavailable', `too many uploads to deposit ${depositId} ended at once`);
  if ((await readDeposit(dependencies.events, depositId)) === null) await dropKept(dependencies, depositId);
};
