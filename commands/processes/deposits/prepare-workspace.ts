import type { HandleResult } from '../../core/decider.js';
import type { DepositFact } from '../../../events/deposit.js';
import { emptyWorkspace } from '../../workspace/empty-workspace.js';
import { onDeposit, depositStream, readDeposit } from '../../deposit/deposit-stream.js';
import { fillWorkspace } from './fill-workspace.js';
import type { Dependencies } from '../../core/dependencies.js';
import { stepOf, type StreamFact } from '../../core/intent.js';

type CreationFact = StreamFact<Extract<DepositFact, { type: 'DepositCreated' }>>;

/** Fills the workspace of a new deposit, once; empties it again where the deposit was deleted meanwhile. */
export const prepareWorkspace = async (
  dependencies: Dependencies,
  fact: CreationFact,
): Promise<HandleResult<DepositFact> | null> => {
  const { depositId, by } = fact.data;
  const present = await readDeposit(dependencies.events, depositId);
  if (present?.prepared !== false) return null;
  const metsETag = await fillWorkspace(dependencies, fact.data, present.exported !== null);
  const intent = stepOf(fact, 'prepare');
  const command = { type: 'RecordWorkspacePrepared', depositId, metsETag, by, at: intent.at } as const;
  const result = await onDeposit(dependencies, intent, command);
  if (!result.ok) await emptyWorkspace(dependencies, fact.data);
  return result;
};

/** The same for a deposit by its id; does nothing for one that does not exist. */
export const prepareWorkspaceOf = async (dependencies: Dependencies, depositId: string): Promise<void> => {
  for await (const fact of dependencies.events.read<DepositFact>(depositStream(depositId), { limit: 1 }))
    if (fact.type === 'DepositCreated') await prepareWorkspace(dependencies, fact);
};
