import type { EditedMets } from '../../formats/mets/edit-mets.js';
import { refuse, type Refusal, type SkippedPath, written, type CommandResult } from '../core/decider.js';
import { type EditableMets, agentsOf, failureRefusal, metsWork } from '../workspace/deposit-mets.js';
import { beginEdit, metsMissing, type Editable, type EditedItem, type EditRequest } from './begin-edit.js';
import { orRaceLost, saveEdit } from './store-mets.js';
import {
  completeDigests,
  digestReport,
  lackingDigest,
  otherThanManifests,
  type DigestReport,
} from './lacking-digests.js';
import { lookUpNamed, type NamedPaths } from './named-paths.js';
import { recordingOf, withComputed, type RecordingEdits } from './recording.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import type { DigestComputation } from '../workspace/digests/compute-digests.js';
import { computedOf } from '../workspace/digests/computed-digests.js';
import { readToolMetadata } from './tool-metadata.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';

interface AddRequest extends EditRequest {
  readonly paths: readonly string[];
  /** How digests that are missing are computed; null where they are not to be. */
  readonly computing: DigestComputation | null;
}

/** What was recorded of the paths given. */
export interface AddedToMets extends DigestReport {
  readonly items: readonly EditedItem[];
  /** Paths that were not recorded. */
  readonly skipped: readonly SkippedPath[];
  /** Of the METS as it is now. */
  readonly etag: string;
  /** What is wrong with outputs of tools, as sentences; absent without any. */
  readonly warnings?: readonly string[];
}

/**
 * Adds files and folders of the workspace to the METS, or updates their entries (preservation 4.3): all of them in one
 * write, or none. Digests are computed after every other check and before the write: it is refused with
 * `digests-unfinished` when time runs out, and with `mets-race-lost` when the METS was edited meanwhile.
 */
export const addToMets = async (
  dependencies: Dependencies,
  intent: Intent,
  request: AddRequest,
): Promise<CommandResult<AddedToMets>> => {
  const begun = await beginEdit(dependencies, intent, request, 'where-there');
  if (!begun.ok) return begun;
  const { deposit, stored } = begun.value;
  if (stored === null) return refused(metsMissing(deposit));
  dependencies.prepareMets?.(request.paths.length);
  const named = await lookUpNamed(dependencies, begun.value, request.paths);
  const prepared = await prepare(dependencies, { ...begun.value, stored }, named, request.computing);
  if (!prepared.ok) return prepared;
  const { mets, report, warnings } = prepared.value;
  const answer = { skipped: named.skipped, ...report, ...(warnings.length === 0 ? {} : { warnings }) };
  const items = new Map<string, EditedItem>();
  const listTouched = eachSliced(mets.outcomes, (touched) => {
    for (const { path, isDir } of touched) items.set(path, { path, isDir, where: 'Mets' });
  });
  await runInSlices(listTouched);
  const edit = { bytes: mets.bytes, recorded: items.size, removed: 0 };
  const saved = await saveEdit(dependencies, begun.value.intent, { ...begun.value, stored }, edit);
  if (!saved.ok) return saved;
  return written({ items: [...items.values()], ...answer, etag: saved.value.etag }, saved.position);
};

interface WithMets extends Editable {
  readonly stored: EditableMets;
}

interface PreparedEdit {
  readonly mets: EditedMets;
  readonly report: DigestReport;
  readonly warnings: readonly string[];
}

/** Makes the edits without storing the METS. Every other check comes before files are read for their digests. */
const prepare = async (
  dependencies: Dependencies,
  within: WithMets,
  { foundAny, described, skipped }: NamedPaths,
  computing: DigestComputation | null,
): Promise<Result<PreparedEdit, Refusal>> => {
  const { depositId } = within.deposit;
  const tools = await readToolMetadata(dependencies, within, described);
  const recording = await runInSlices(recordingOf(described, tools.of));
  const lacking = await runInSlices(lackingDigest(recording.edits, described));
  const objects = lacking.map(({ info }) => info);
  const kept = await computedOf(dependencies, depositId, objects);
  // Also without an edit: the refusal of a METS that may not be edited comes first.
  const edited = await editMets(dependencies, within.stored, await runInSlices(withComputed(recording, lacking, kept)));
  if (!edited.ok) return edited;
  if (!foundAny) return refused(nothingToAdd(skipped));
  const lacked = { lacking, expected: tools.manifestDigests };
  const completed = await completeDigests(dependencies, depositId, { ...lacked, kept }, computing);
  if (!completed.ok) return completed;
  const digests = completed.value;
  const wrong = await runInSlices(otherThanManifests(lacked, digests));
  if (wrong !== null) return refused(failed(wrong, 0));
  const report = await runInSlices(digestReport(lacking, digests));
  const { warnings } = tools;
  if (digests === kept) return success({ mets: edited.value, report, warnings });
  const complete = await runInSlices(withComputed(recording, lacking, digests));
  const mets = await editMets(dependencies, within.stored, complete);
  return mets.ok ? success({ mets: mets.value, report, warnings }) : mets;
};

const editMets = async (
  dependencies: Dependencies,
  { source }: EditableMets,
  { edits, disagreement }: RecordingEdits,
): Promise<Result<EditedMets, Refusal>> => {
  const order = { agents: agentsOf(dependencies), now: dependencies.now(), edits };
  return orRaceLost(async () => {
    const mets = await metsWork(dependencies)('edit', source, order);
    if (!mets.ok) return refused(failed(failureRefusal(mets.refusal), mets.refusal.done));
    return disagreement === null ? mets : refused(failed(disagreement, edits.length));
  });
};

const nothingToAdd = (skipped: readonly SkippedPath[]): Refusal => ({
  ...refuse('nothing-to-edit', 'No items to add to METS.'),
  advice:
    skipped.length === 0
      ? 'The request names no path: its body is a JSON list of paths below the deposit.'
      : 'None of the paths can be recorded; `skipped` says why of each.',
  skipped,
});

/** The text that clients search for (companion 7.2). */
const failed = (refusal: Refusal, done: number | null): Refusal =>
  done === null
    ? refusal
    : {
        ...refusal,
        detail: `MetsManager::AddToMets failed after ${done} items, unable to write update METS file. ${refusal.detail}`,
      };
