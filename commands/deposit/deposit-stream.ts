import type { DepositFact } from '../../events/deposit.js';
import type { EventStore } from '../../events/store.js';
import { refuse, type CommandInput, type HandleResult, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold, type StreamState } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { REFUSALS, type RefusalCode } from '../core/refusal-codes.js';
import type { DepositCommand } from './commands.js';
import { deposit } from './decider.js';
import { existing, jobsOf, type Deposit, type DepositJob, type DepositState } from './state.js';

export const depositStream = (depositId: string): string => `deposit-${depositId}`;

/** A deposit, and the revision at which it is so. */
export type FoldedDeposit = StreamState<Deposit> & { readonly revision: bigint };

/** The deposit as its stream has it now; null when there is none or it was deleted. */
export const foldDeposit = async (events: EventStore, depositId: string): Promise<FoldedDeposit | null> => {
  const folded = await fold(events, deposit, depositStream(depositId));
  const [state, { revision }] = [existing(folded.state), folded];
  return state === null || revision === 'none' ? null : { ...folded, state, revision };
};

/** The deposit, from its stream; null when there is none or it was deleted. */
export const readDeposit = async (events: EventStore, depositId: string): Promise<Deposit | null> =>
  (await foldDeposit(events, depositId))?.state ?? null;

/** What is known of a deposit, also before its creation and after its deletion. */
export const readDepositState = async (events: EventStore, depositId: string): Promise<DepositState> =>
  (await fold(events, deposit, depositStream(depositId))).state;

/** The import jobs of a deposit, oldest first, also of a deleted one (companion 4.4); null when there never was one. */
export const readDepositJobs = async (events: EventStore, depositId: string): Promise<readonly DepositJob[] | null> => {
  const state = await readDepositState(events, depositId);
  return state.status === 'absent' ? null : jobsOf(state.jobs);
};

/**
 * Carries out a command on a deposit. `known` is the deposit as the caller has folded it: decided on first, and folded
 * anew where an append finds that its stream went on.
 */
export const onDeposit = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<DepositCommand>,
  known: FoldedDeposit | null = null,
): Promise<HandleResult<DepositFact>> =>
  handle(dependencies, intent, { decider: deposit, stream: depositStream(command.depositId), command, known });

const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code);

/** The refusal of a result: its own, or that of a fact by which the deposit declined; null for a success. */
export const refusalOf = (result: HandleResult<DepositFact>): Refusal | null => {
  if (!result.ok) return result.refusal;
  for (const { type, data } of result.value) {
    if (type !== 'DepositAdmissionDeclined' && type !== 'ImportJobDeclined') continue;
    return refuse(isRefusalCode(data.code) ? data.code : 'deposit-changed', data.detail);
  }
  return null;
};
