import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { type CommandResult, withoutValue } from '../../core/decider.js';
import type { LockDeposit } from '../../deposit/commands.js';
import { onDeposit } from '../../deposit/deposit-stream.js';

/**
 * Takes the lock, or renews its date for its holder; with `force` also from another holder (preservation 4.2), with
 * `lockDate` only from the one who has had it since then.
 */
export const lockDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: Pick<LockDeposit, 'depositId' | 'force' | 'lockDate'>,
): Promise<CommandResult<null>> => {
  return withoutValue(await onDeposit(dependencies, intent, { type: 'LockDeposit', ...wanted }));
};

/** Ends the lock of any holder; does nothing when there is none. */
export const unlockDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  depositId: string,
): Promise<CommandResult<null>> => {
  return withoutValue(await onDeposit(dependencies, intent, { type: 'UnlockDeposit', depositId }));
};
