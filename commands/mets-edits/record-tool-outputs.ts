import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import { depthsSliced } from '../../formats/paths/depth-order.js';
import { ancestorsOf } from '../../formats/paths/repository-path.js';
import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import { refused, success, type Result } from '../../flow/result.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { written, type CommandResult, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { AD_HOC } from '../workspace/ad-hoc.js';
import { computedOf } from '../workspace/digests/computed-digests.js';
import { openDepositMets, agentsOf, failureRefusal, metsWork } from '../workspace/deposit-mets.js';
import { toolMetadataOf } from '../workspace/read-tools.js';
import { viewWorkspace, type WorkspaceView } from '../workspace/view-workspace.js';
import { isMarker, type WorkspaceObject } from '../workspace/workspace-object.js';
import { metsMissing } from './begin-edit.js';
import { lackingDigest } from './lacking-digests.js';
import type { NamedEntry, FoundObject } from './named-paths.js';
import { recordingOf, withComputed } from './recording.js';
import { orRaceLost, saveEdit } from './store-mets.js';

export interface ToolOutputsRequest {
  readonly depositId: string;
  /** The files that the run has put, relative to the root of the files. */
  readonly outputs: readonly string[];
  readonly signal: AbortSignal;
}

/** How many entries the METS has taken over or lost. */
export interface RecordedOutputs {
  readonly recorded: number;
  readonly removed: number;
}

/** How often the METS is read again after another writer was faster. */
const ATTEMPTS = 20;
const BACK_OFF = { firstMs: 50, capMs: 2_000 };

/**
 * Records what the tools found in the METS, in one edit (preservation 3.3, companion 12.2): every file below `objects/`,
 * every output of the run, and nothing else below `metadata/` but its ad-hoc folder. Edits of others that come between
 * are kept: the METS is then read again. Refused where the deposit has no METS, or one that the platform may not edit.
 */
export const recordToolOutputs = async (
  dependencies: Dependencies,
  intent: Intent,
  request: ToolOutputsRequest,
): Promise<CommandResult<RecordedOutputs>> => {
  for (let attempt = 1; ; attempt++) {
    request.signal.throwIfAborted();
    const recorded = await recordOnce(dependencies, intent, request);
    const isRaceLost = !recorded.ok && recorded.refusal.code === 'mets-race-lost';
    if (!isRaceLost || attempt >= ATTEMPTS) return recorded;
    await pause(backOffMs(attempt - 1, BACK_OFF), request.signal);
  }
};

const recordOnce = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, outputs }: ToolOutputsRequest,
): Promise<CommandResult<RecordedOutputs>> => {
  const viewed = await viewWorkspace(dependencies, depositId, { fresh: true });
  if (!viewed.ok) return viewed;
  const view = viewed.value;
  const stored = await openDepositMets(dependencies.bytes, view.deposit);
  if (stored === null) return refused(metsMissing(view.deposit));
  const edits = await editsOf(dependencies, view, outputs);
  if (!edits.ok) return edits;
  const order = { agents: agentsOf(dependencies), now: dependencies.now(), edits: edits.value };
  const edited = await orRaceLost(async () => {
    const mets = await metsWork(dependencies)('edit', stored.source, order);
    return mets.ok ? mets : refused(failureRefusal(mets.refusal));
  });
  if (!edited.ok) return edited;
  const { bytes, outcomes } = edited.value;
  const removed = outcomes[0]?.length ?? 0;
  const recorded = outcomes.slice(1).filter((touched) => touched.length > 0).length;
  const edit = { bytes, recorded, removed };
  const saved = await saveEdit(dependencies, intent, { deposit: view.deposit, stored, earlier: null }, edit);
  return saved.ok ? written({ recorded, removed }, saved.position) : saved;
};

/** The removal of what is no longer there comes first, then each folder before its content. */
const editsOf = async (
  dependencies: Dependencies,
  view: WorkspaceView,
  outputs: readonly string[],
): Promise<Result<readonly MetsEdit[], Refusal>> => {
  const found = await runInSlices(depthsSliced(foundIn(view, new Set(outputs)), ({ path }) => path));
  const described = found.flat();
  const root = view.tools.filesRoot;
  const recording = await runInSlices(recordingOf(described, (path) => toolMetadataOf(view, root + path)));
  if (recording.disagreement !== null) return refused(recording.disagreement);
  const lacking = await runInSlices(lackingDigest(recording.edits, described));
  const computed = await computedOf(
    dependencies,
    view.deposit.depositId,
    lacking.map(({ info }) => info),
  );
  const { edits } = await runInSlices(withComputed(recording, lacking, computed));
  return success([{ kind: 'remove-others', below: 'metadata', keep: outputs, keepBelow: [AD_HOC] }, ...edits]);
};

/** The files below `objects/`, the outputs, and the folders of both. */
const foundIn = (view: WorkspaceView, outputs: ReadonlySet<string>): readonly NamedEntry[] => {
  const { filesRoot } = view.tools;
  const found = new Map<string, NamedEntry>();
  for (const object of view.objects) {
    if (!object.path.startsWith(filesRoot)) continue;
    const path = object.path.slice(filesRoot.length).replace(/\/$/, '');
    const isObject = path === 'objects' || path.startsWith('objects/');
    if (!isObject && !outputs.has(path)) continue;
    for (const folder of ancestorsOf(path))
      if (!found.has(folder)) found.set(folder, { path: folder, info: null, isDir: true });
    found.set(path, { path, info: infoOf(view, object), isDir: isMarker(object) });
  }
  return [...found.values()];
};

const infoOf = (
  { deposit: { files } }: WorkspaceView,
  { path, modified: lastModified, size, etag, contentType, sha256, name, fileModified }: WorkspaceObject,
): FoundObject => ({
  bucket: files.bucket,
  key: files.prefix + path,
  ...{ size, etag, lastModified, contentType, sha256, name, fileModified },
});
