import type { NormalisedMets } from '../../formats/mets/normalise-mets.js';
import { isReplaced } from '../../formats/bytes.js';
import { refuse, written, type CommandResult, type Refusal } from '../core/decider.js';
import { depositNotFound } from '../deposit/checks.js';
import { readDeposit } from '../deposit/deposit-stream.js';
import { agentsOf, metsWork, openDepositMets, orFailureRefusal, type EditableMets } from '../workspace/deposit-mets.js';
import { beginEdit, type EditRequest } from './begin-edit.js';
import { orRaceLost, saveEdit } from './store-mets.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { refused, success, type Result } from '../../flow/result.js';

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
  if (stored === null) return refused(withoutMets(request.depositId));
  const normalised = await orRaceLost(() => normalisedOf(dependencies, stored));
  if (!normalised.ok) return normalised;
  const { value } = normalised;
  const edit = { bytes: value.bytes, recorded: 0, removed: 0 };
  const saved = await saveEdit(dependencies, begun.value.intent, { ...begun.value, stored }, edit);
  return saved.ok ? written(value, saved.position) : saved;
};

/** What normalising the METS of a deposit would do, and the ETag of that METS. Nothing is written. */
export const previewNormalisation = async (
  dependencies: Dependencies,
  depositId: string,
): Promise<Result<Omit<NormalisedMets, 'bytes'> & { readonly etag: string }, Refusal>> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const stored = await openDepositMets(dependencies.bytes, deposit);
  if (stored === null) return refused(withoutMets(depositId));
  try {
    const normalised = await normalisedOf(dependencies, stored);
    if (!normalised.ok) return normalised;
    const { rewrites, referencesRewritten, warnings } = normalised.value;
    return success({ rewrites, referencesRewritten, warnings, etag: stored.etag });
  } catch (error) {
    if (!isReplaced(error)) throw error;
    return previewNormalisation(dependencies, depositId); // the METS was replaced since it was found
  }
};

const normalisedOf = async (
  dependencies: Dependencies,
  { source }: EditableMets,
): Promise<Result<NormalisedMets, Refusal>> => {
  const order = { agents: agentsOf(dependencies), now: dependencies.now() };
  return orFailureRefusal(await metsWork(dependencies)('normalise', source, order));
};

const withoutMets = (depositId: string): Refusal =>
  refuse('nothing-to-normalise', `Deposit ${depositId} has no METS file.`);
