import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { cause } from '../../events/cause.js';
import { isTransient } from '../../events/transient.js';
import type { PipelineCounts } from '../../events/pipeline-run.js';
import { recordDeletion } from '../../commands/mets-edits/store-mets.js';
import { recordToolOutputs } from '../../commands/mets-edits/record-tool-outputs.js';
import { onDeposit } from '../../commands/deposit/deposit-stream.js';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { keepComputed, type ComputedDigest } from '../../commands/workspace/computed-digests.js';
import { viewWorkspace, type WorkspaceView } from '../../commands/workspace/view-workspace.js';
import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { allOrNone } from '../../flow/all-or-none.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { withoutServerPaths } from '../../formats/paths/without-server-paths.js';
import { ToolFailure } from '../../formats/tools/findings/tool-ports.js';
import { OUTPUT_NAMES, PRODUCT_OUTPUT_NAMES } from '../../formats/tools/tool-names.js';
import { progress } from '../progress.js';
import { steps } from '../step.js';
import { bagDeposit } from './bag-deposit.js';
import { judgeBagOfRun } from './judge-bag.js';
import { composeOutputs } from './compose-outputs.js';
import { copyTree } from './copy-tree.js';
import type { StoredFindings } from './stored-findings.js';
import { findingsPages } from './findings-pages.js';
import { keepTagFiles } from './keep-tag-files.js';
import { isLookedAtIn, layoutWarnings } from './layout-warnings.js';
import { lookAtFiles, type LookedAt } from './look-at-files.js';
import { accepted, intentOf, runOf, recordOf, type PipelineWork, type RunAttempt } from './run-attempt.js';
import { RunFailure } from './run-failure.js';
import { requireLiveRun } from './require-live.js';
import { sameOutputs, storeOutputs, type StoreOptions } from './store-outputs.js';
import { summarise } from './summarise.js';
import { versionsOf, type ToolVersions } from './tool-versions.js';

const ATTEMPTS = 12;

/**
 * Works a run to its end, as long as the deposit has it in this worker's epoch (companion 12.2). A tool that gives no
 * result, or files that cannot be worked, end the run with errors; a store that cannot be reached for long does not:
 * the run stays as it is for the next worker, which starts it again. It stops when the signal aborts.
 */
export const workRun = async (work: PipelineWork): Promise<void> => {
  const { dependencies, task, epoch, log, signal, scratch } = work;
  const requireLive = requireLiveRun({ dependencies, task, epoch });
  const step = steps({ jobId: task.jobId, log, signal, attempts: ATTEMPTS, mayPass: isTransient });
  try {
    const { live } = await requireLive();
    await using run = await scratch.begin(task.jobId);
    const temporaryFolder = join(run.folder, 'temporary');
    await mkdir(temporaryFolder);
    const attempt = { ...work, by: live.by, step, requireLive, folder: run.folder, temporaryFolder };
    await runTools(attempt).catch((error: unknown) => fail(attempt, error));
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    if (!(reason instanceof LeaseLost)) throw reason;
    log.info('A pipeline run ended while this worker was running it', { run: task.jobId, deposit: task.depositId });
  }
};

/** Ends the run with errors, where its work or a tool is the cause; other failures are thrown. */
const fail = async (attempt: RunAttempt, error: unknown): Promise<void> => {
  const { dependencies, signal, step, log, task } = attempt;
  if (signal.aborted || !(error instanceof RunFailure || error instanceof ToolFailure)) throw error;
  log.warn('A pipeline run has failed', { run: task.jobId, deposit: task.depositId, ...cause(error) });
  const errors = withoutServerPaths(error.message);
  const command = { type: 'FailPipelineRun', ...runOf(attempt), errors } as const;
  accepted(await step('fail', () => onDeposit(dependencies, intentOf(attempt, 'fail'), command)));
};

const runTools = async (attempt: RunAttempt): Promise<void> => {
  const { dependencies, task, step, requireLive } = attempt;
  const view = await readWorkspace(attempt);
  const { filesRoot } = view.tools;
  if (!view.objects.some(({ path }) => path.startsWith(`${filesRoot}objects/`)))
    throw new RunFailure(`Could not find object folder for deposit ${task.depositId}`);
  const judged = await judgeBagOfRun(attempt, view);
  const begun = dependencies.now();
  const [versions, { findings, files, knownViruses }] = await askAndLook(attempt, view);
  attempt.report({ step: 'record', files: files.length, bytes: bytesOf(files) });
  dependencies.prepareMets?.(files.length);
  await keepDigests(attempt, { view, findings, files });
  const { counts, sha256 } = await summarise(findings, versions.list);
  const paths = await putOutputs(attempt, { view, findings, versions, knownViruses, begun, sha256 });
  const now = filesRoot === 'data/' ? await readWorkspace(attempt) : view; // only a bag has tag files, which may be new
  const kept = await keepTagFiles(attempt, now);
  await recordFindings(attempt, findings);
  await requireLive();
  const metadata = intentOf(attempt, 'metadata created');
  const command = { type: 'RecordPipelineMetadata', ...runOf(attempt) } as const;
  accepted(await step('record-metadata', () => onDeposit(dependencies, metadata, command)));
  await recordInMets(attempt, [...paths, ...kept]);
  if (filesRoot === 'data/') await bagDeposit({ ...attempt, depositId: task.depositId }, judged);
  await complete(attempt, counts);
};

/** The tools look at the files while they are asked for their versions; the failure of either stops the other. */
const askAndLook = async (attempt: RunAttempt, view: WorkspaceView): Promise<[ToolVersions, LookedAt]> => {
  const stop = new AbortController();
  const stoppable = { ...attempt, signal: AbortSignal.any([attempt.signal, stop.signal]) };
  const isLookedAt = isLookedAtIn(view);
  const lookedAt = view.objects.filter(isLookedAt);
  const size = { files: lookedAt.length, bytes: bytesOf(lookedAt) };
  const list = async (): Promise<readonly WorkspaceObject[]> =>
    (await readWorkspace(stoppable)).objects.filter(isLookedAt);
  const place = { ...view.deposit.files, filesRoot: view.tools.filesRoot };
  const looking = { ...stoppable, place, list, progress: progress(attempt.report, { step: 'look', ...size }) };
  return allOrNone([askTools(stoppable, view), lookAtFiles(looking)], (failure) => stop.abort(failure));
};

const bytesOf = (files: readonly { readonly size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** Records which tools a run has, and what it warns of. Throws ToolFailure for one that is missing. */
const askTools = async (attempt: RunAttempt, view: WorkspaceView): Promise<ToolVersions> => {
  const { dependencies, step } = attempt;
  const age = { now: dependencies.now(), mostDays: attempt.signatureDays };
  const versions = await step('ask-tools', () => versionsOf(attempt.tools, age, attempt));
  const { list: tools } = versions;
  const warnings = [...versions.warnings, ...layoutWarnings(view)];
  const command = { type: 'RecordPipelineTools', ...recordOf(attempt), tools, warnings } as const;
  accepted(await step('record-tools', () => onPipelineRun(dependencies, intentOf(attempt, 'tools'), command)));
  return versions;
};

const readWorkspace = async ({ dependencies, task, step }: RunAttempt): Promise<WorkspaceView> => {
  const viewed = await step('list-files', () => viewWorkspace(dependencies, task.depositId, { fresh: true }));
  if (viewed.ok) return viewed.value;
  const { code, detail } = viewed.refusal;
  throw code === 'deposit-not-found' ? new LeaseLost(detail) : new RunFailure(detail);
};

async function* digestsOf(findings: StoredFindings): AsyncGenerator<{ path: string; sha256: string }> {
  for await (const { path, identified } of findings) if (identified !== null) yield { path, sha256: identified.sha256 };
}

/** Keeps what the tools read of files for which the store has no digest. */
const keepDigests = async (
  { dependencies, task, step }: RunAttempt,
  { view, findings, files }: Omit<LookedAt, 'knownViruses'> & { readonly view: WorkspaceView },
): Promise<void> => {
  const { deposit, tools } = view;
  const lacking = new Map(files.filter(({ sha256 }) => sha256 === null).map((each) => [each.path, each]));
  if (lacking.size === 0) return;
  const found: ComputedDigest[] = [];
  for await (const { path, sha256 } of digestsOf(findings)) {
    const object = lacking.get(tools.filesRoot + path);
    if (object === undefined) continue;
    found.push({ key: deposit.files.prefix + object.path, etag: object.etag, size: object.size, sha256 });
  }
  await step('keep-digests', () => keepComputed(dependencies, task.depositId, found));
};

interface RunResults {
  readonly view: WorkspaceView;
  readonly findings: StoredFindings;
  readonly versions: ToolVersions;
  readonly knownViruses: number | null;
  readonly begun: Date;
  /** The digest of what was found, and of the tools that found it. */
  readonly sha256: string;
}

/** Puts the outputs, unless an earlier run has put the same. Answers their paths, relative to the root of the files. */
const putOutputs = async (attempt: RunAttempt, found: RunResults): Promise<readonly string[]> => {
  const { view, findings, versions, knownViruses, begun, sha256 } = found;
  const { filesRoot } = view.tools;
  const storing: StoreOptions = {
    ...attempt,
    files: view.deposit.files,
    filesRoot,
    beforeRemoval: recordRemoval(attempt),
  };
  const names = attempt.dependencies.productNames === true ? PRODUCT_OUTPUT_NAMES : OUTPUT_NAMES;
  const same = await sameOutputs(storing, sha256);
  if (same?.some((path) => path.startsWith(`${names.report}/`)) === true) return same;
  const folder = join(attempt.folder, 'outputs');
  await mkdir(folder);
  const { dependencies, signal } = attempt;
  const ended = dependencies.now();
  const writer = `${dependencies.metsAgent.name} ${dependencies.producer}`;
  const report = reporterOf(attempt, view);
  const composed = { folder, findings, versions, knownViruses, writer, begun, ended, report, names, signal };
  const outputs = await composeOutputs(composed);
  await storeOutputs(storing, outputs, sha256);
  return outputs.map(({ path }) => path);
};

/** Makes what records which files of a bag a run removes, so that nobody takes them for lost. */
const recordRemoval =
  (attempt: RunAttempt): StoreOptions['beforeRemoval'] =>
  async (paths) => {
    const { dependencies, step, task } = attempt;
    const { depositId } = task;
    const deletion = { depositId, paths: paths.filter((path) => path.startsWith('data/')), isNoted: false };
    await step('record-removal', () => recordDeletion(dependencies, intentOf(attempt, 'remove outputs'), deletion));
  };

/** The batch report tool looks at all files at once, under their own names. */
const reporterOf = (attempt: RunAttempt, view: WorkspaceView): ((destination: string) => Promise<void>) | null => {
  const { reporter } = attempt.tools;
  if (reporter === null) return null;
  return async (destination) => {
    const source = await copyTree(attempt, { view, folder: join(attempt.folder, 'tree') });
    await reporter.report(source, destination, attempt);
  };
};

const recordFindings = async (attempt: RunAttempt, findings: StoredFindings): Promise<void> => {
  const { dependencies, step } = attempt;
  let page = 0;
  for await (const each of findingsPages(findings)) {
    const number = page++;
    const command = { type: 'RecordPipelineFindings', ...recordOf(attempt), page: number, ...each } as const;
    const intent = intentOf(attempt, `findings ${number}`);
    accepted(await step('record-findings', () => onPipelineRun(dependencies, intent, command)));
  }
};

/** A METS that the platform may not edit is left as it is: the outputs are in the workspace (preservation 2.9). */
const recordInMets = async (attempt: RunAttempt, outputs: readonly string[]): Promise<void> => {
  const { dependencies, task, step, signal, log, requireLive } = attempt;
  await requireLive();
  const request = { depositId: task.depositId, outputs, signal };
  const recorded = await step('edit-mets', () => recordToolOutputs(dependencies, intentOf(attempt, 'mets'), request));
  if (recorded.ok) return;
  const { code, detail } = recorded.refusal;
  if (code !== 'mets-not-found' && code !== 'mets-not-editable') throw new RunFailure(detail);
  log.info('A pipeline run does not change the METS', { run: task.jobId, deposit: task.depositId, why: detail });
};

const complete = async (attempt: RunAttempt, counts: PipelineCounts): Promise<void> => {
  const { dependencies, step } = attempt;
  const command = { type: 'CompletePipelineRun', ...runOf(attempt), counts } as const;
  accepted(await step('complete', () => onDeposit(dependencies, intentOf(attempt, 'complete'), command)));
};
