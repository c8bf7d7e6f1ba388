import type { Refusal } from '../core/decider.js';
import { deposit as decider } from '../deposit/decider.js';
import { depositNotFound } from '../deposit/checks.js';
import { existing, type Deposit } from '../deposit/state.js';
import { fold } from '../core/fold.js';
import type { Dependencies } from '../core/dependencies.js';
import { depositStream } from '../core/stream-names.js';
import { dropKept, findKept, keep, type FoundObjects, type KeptObjects } from './kept-objects.js';
import { changeTokenOf } from './change-token.js';
import { nothingKnown, readObjects, type KnownObjects } from './read-objects.js';
import { readWithTools, type ReadWorkspace } from './read-tools.js';
import type { WorkspaceObject } from './workspace-object.js';
import { refused, success, type Result } from '../../flow/result.js';

/** A deposit and what is in its workspace. */
export interface WorkspaceView extends ReadWorkspace {
  readonly deposit: Deposit;
}

/**
 * The workspace of a deposit (preservation 2.7, companion 8): the cached listing, unless the deposit's stream or the
 * change token is newer, or it is to be `fresh`. Then it is listed again; only new or changed objects are looked up.
 */
export const viewWorkspace = async (
  dependencies: Dependencies,
  depositId: string,
  { fresh }: { readonly fresh: boolean },
): Promise<Result<WorkspaceView, Refusal>> => {
  const { state, revision } = await fold(dependencies.events, decider, depositStream(depositId));
  const deposit = existing(state);
  if (deposit === null || revision === 'none') return refused(depositNotFound(depositId));
  const read = async (again: boolean): Promise<readonly WorkspaceObject[]> => {
    const [changeToken, found] = await Promise.all([
      changeTokenOf(dependencies, depositId),
      findKept(dependencies, depositId),
    ]);
    const { kept } = found;
    const isCurrent = kept !== null && kept.revision >= revision && kept.changeToken === changeToken;
    return isCurrent && !fresh && !again
      ? kept.objects
      : refresh(dependencies, deposit, { revision, changeToken }, found);
  };
  return success({ deposit, ...(await readWithTools(dependencies.bytes, deposit.files, read)) });
};

const refresh = async (
  dependencies: Dependencies,
  { depositId, files }: Deposit,
  seen: Pick<KeptObjects, 'revision' | 'changeToken'>,
  found: FoundObjects,
): Promise<readonly WorkspaceObject[]> => {
  const begun = dependencies.now();
  const objects = await readObjects(dependencies.bytes, files, found.kept === null ? nothingKnown : known(found.kept));
  await keep(dependencies, depositId, { ...seen, begun, objects }, found);
  // Delete the listing again where the deposit was deleted before it was stored.
  const { state } = await fold(dependencies.events, decider, depositStream(depositId));
  if (existing(state) === null) await dropKept(dependencies, depositId);
  return objects;
};

const known = ({ objects, begun }: KeptObjects): KnownObjects => ({
  byPath: new Map(objects.map((object) => [object.path, object])),
  begun,
});
