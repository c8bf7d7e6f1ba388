import type { DepositFact } from '../events/deposit.js';
import { deposit } from './deposit/decider.js';
import { existing } from './deposit/state.js';
import { emptyWorkspace } from './empty-workspace.js';
import { onDeposit } from './families.js';
import { fold } from './fold.js';
import { furnishWorkspace } from './furnish-workspace.js';
import type { Outcome } from './handle.js';
import { stepOf, type Happened, type Services } from './services.js';
import { depositStream } from './stream-names.js';

type Created = Happened<Extract<DepositFact, { type: 'DepositCreated' }>>;

/** Furnishes the workspace of a new deposit once; what came too late for a deposit that is deleted goes again. */
export const prepareWorkspace = async (services: Services, fact: Created): Promise<Outcome<DepositFact> | null> => {
  const { depositId, by } = fact.data;
  const { state } = await fold(services.events, deposit, depositStream(depositId));
  if (existing(state)?.prepared !== false) return null;
  const metsETag = await furnishWorkspace(services, fact.data);
  const intent = stepOf(fact, 'prepare');
  const command = { type: 'RecordWorkspacePrepared', depositId, metsETag, by, at: intent.at } as const;
  const outcome = await onDeposit(services, intent, command);
  if ('refusal' in outcome) await emptyWorkspace(services, fact.data);
  return outcome;
};
