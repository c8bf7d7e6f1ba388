import { isReplaced } from '../../formats/bytes.js';
import type { MetsFailure } from '../../formats/mets/mets-failure.js';
import type { MetsOrder, MetsResult } from '../../formats/mets/mets-work.js';
import type { Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import type { Result } from '../../flow/result.js';
import { agentsOf, metsWork, openDepositMets, orFailureRefusal, type EditableMets } from './deposit-mets.js';

/** The METS of a deposit and what it says. */
export interface SaidInMets<Said> {
  readonly stored: Pick<EditableMets, 'path' | 'etag' | 'lastModified'>;
  /** Refused with `mets-unreadable` where it cannot be read. */
  readonly said: Result<Said, Refusal>;
}

type Task = 'outline' | 'describe' | 'compare';
type SaidBy<T extends Task> = Extract<MetsResult<T>, { ok: true }>['value'];

/** How often a METS is looked for again that was replaced while it was read. */
const TRIES = 5;

/** Does `work` again where it rejects since what it read was replaced or deleted meanwhile. */
export const againWhereReplaced = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (!isReplaced(error) || tries === TRIES) throw error;
    }
};

/**
 * What a task finds in the METS of a deposit; null when it has none. `presentFor` gives the files that its locations may
 * mean. Rejects as `openDepositMets` and as `presentFor`.
 */
export const describeDepositMets = <T extends Task>(
  task: T,
  dependencies: Pick<Dependencies, 'bytes' | 'mets' | 'holder' | 'metsAgent'>,
  deposit: Pick<Deposit, 'files'>,
  presentFor: (stored: Pick<EditableMets, 'etag'>) => Promise<ReadonlySet<string> | undefined>,
): Promise<SaidInMets<SaidBy<T>> | null> =>
  againWhereReplaced(async () => {
    const stored = await openDepositMets(dependencies.bytes, deposit);
    if (stored === null) return null;
    const order = { agents: agentsOf(dependencies), present: await presentFor(stored) } as MetsOrder<T>;
    const said = await metsWork(dependencies)(task, stored.source, order);
    return { stored, said: orFailureRefusal(said as Result<SaidBy<T>, MetsFailure>) };
  });
