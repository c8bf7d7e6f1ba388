import type { NormalisedMets } from '../../formats/mets/normalise-mets.js';
import { refuse, written, type CommandResult } from '../core/decider.js';
import { agentsOf, metsWork, orFailureRefusal } from '../workspace/deposit-mets.js';
import { beginEdit, type EditRequest } from './begin-edit.js';
import { orRaceLost, saveEdit } from './store-mets.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { refused } from '../../flow/result.js';

/**
 * Gives the ids of a deposit's METS the form that the platform mints (preservation 4.3, companion 7.4). A METS with
 * nothing to rewrite is not written; `bytes` is null then.
 */
export const normaliseMets = async (
  dependencies: Dependencies,
  intent: Intent,
  request: EditRequest,
): Promise<CommandResult<NormalisedMets>> => {
  const begun = await beginEdit(dependencies, intent, request, 'where-given');
  if (!begun.ok) return begun;
  const { stored } = begun.value;
  if (stored === null) return refused(refuse('nothing-to-normalise', `Deposit ${request.depositId} has no METS file.`));
  const order = { agents: agentsOf(dependencies), now: dependencies.now() };
  const normalised = await orRaceLost(async () =>
    orFailureRefusal(await metsWork(dependencies)('normalise', stored.source, order)),
  );
  if (!normalised.ok) return normalised;
  const { value } = normalised;
  const edit = { bytes: value.bytes, recorded: 0, removed: 0 };
  const saved = await saveEdit(dependencies, begun.value.intent, { ...begun.value, stored }, edit);
  return saved.ok ? written(value, saved.position) : saved;
};
