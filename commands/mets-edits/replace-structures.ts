import type { NewRange } from '../../formats/mets/logical/new-range.js';
import { refused } from '../../flow/result.js';
import { withoutValue, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { agentsOf, metsWork, orFailureRefusal } from '../workspace/deposit-mets.js';
import { beginEdit, metsMissing, type EditRequest } from './begin-edit.js';
import { orRaceLost, saveEdit } from './store-mets.js';

/**
 * Replaces all logical structures in the METS of a deposit, in one write (preservation 4.9, companion 15.3). Refused as
 * other edits: for the lock of another agent, for a METS of another program, for a lost race.
 */
export const replaceStructures = async (
  dependencies: Dependencies,
  intent: Intent,
  request: EditRequest & { readonly roots: readonly NewRange[] },
): Promise<CommandResult<null>> => {
  const begun = await beginEdit(dependencies, intent, request, 'where-given');
  if (!begun.ok) return begun;
  const { deposit, stored } = begun.value;
  if (stored === null) return refused(metsMissing(deposit));
  const edits = [{ kind: 'replace-structures', roots: request.roots } as const];
  const order = { agents: agentsOf(dependencies), now: dependencies.now(), edits };
  const edited = await orRaceLost(async () =>
    orFailureRefusal(await metsWork(dependencies)('edit', stored.source, order)),
  );
  if (!edited.ok) return edited;
  const edit = { bytes: edited.value.bytes, recorded: 0, removed: 0 };
  return withoutValue(await saveEdit(dependencies, begun.value.intent, { ...begun.value, stored }, edit));
};
