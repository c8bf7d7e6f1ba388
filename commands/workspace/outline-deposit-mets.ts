import { isReplaced } from '../../formats/bytes.js';
import type { MetsOutline } from '../../formats/mets/outline-mets.js';
import type { Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import type { Result } from '../../flow/result.js';
import { agentsOf, metsWork, openDepositMets, orFailureRefusal, type EditableMets } from './deposit-mets.js';

/** The METS of a deposit and what it describes. */
export interface OutlinedMets {
  readonly stored: Pick<EditableMets, 'path' | 'etag'>;
  /** Refused with `mets-unreadable` where it cannot be read. */
  readonly outlined: Result<MetsOutline, Refusal>;
}

/** How often a METS is looked for again that was replaced while it was read. */
const TRIES = 5;

/**
 * The files and folders that the METS of a deposit describes; null when it has none. `presentFor` gives the files that
 * its locations may mean. Rejects as `openDepositMets` and as `presentFor`.
 */
export const outlineDepositMets = async (
  dependencies: Pick<Dependencies, 'bytes' | 'mets' | 'holder' | 'metsAgent'>,
  deposit: Pick<Deposit, 'files'>,
  presentFor: (stored: OutlinedMets['stored']) => Promise<ReadonlySet<string> | undefined>,
): Promise<OutlinedMets | null> => {
  for (let tries = 1; ; tries++) {
    const stored = await openDepositMets(dependencies.bytes, deposit);
    if (stored === null) return null;
    const order = { agents: agentsOf(dependencies), present: await presentFor(stored) };
    try {
      return { stored, outlined: orFailureRefusal(await metsWork(dependencies)('outline', stored.source, order)) };
    } catch (error) {
      if (!isReplaced(error) || tries === TRIES) throw error;
    }
  }
};
