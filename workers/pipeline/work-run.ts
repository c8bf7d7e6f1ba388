import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { cause } from '../../events/cause.js';
import { isTransient } from '../../events/transient.js';
import type { PipelineCounts, RecordedFindings, WorkOfRun } from '../../events/pipeline-run.js';
import { recordDeletion } from '../../commands/mets-edits/store-mets.js';
import { recordToolOutputs } from '../../commands/mets-edits/record-tool-outputs.js';
import { onDeposit } from '../../commands/deposit/deposit-stream.js';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import type { WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { countDifferences } from '../../commands/workspace/count-differences.js';
import { keepComputed, type ComputedDigest } from '../../commands/workspace/digests/computed-digests.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { withoutServerPaths } from '../../formats/paths/without-server-paths.js';
import { ToolFailure } from '../../formats/tools/findings/tool-ports.js';
import { OUTPUT_NAMES, PRODUCT_OUTPUT_NAMES } from '../../formats/tools/tool-names.js';
import { steps } from '../step.js';
import { askAndLook, bytesOf, readWorkspace } from './ask-and-look.js';
import { bagDeposit } from './bag-deposit.js';
import { judgeBagOfRun } from './judge-bag.js';
import { composeOutputs } from './compose-outputs.js';
import { copyTree } from './copy-tree.js';
import type { StoredFindings } from './findings/stored-findings.js';
import { findingsPages } from './findings/findings-pages.js';
import { keepTagFiles } from './keep-tag-files.js';
import type { LookedAt } from './look-at-files.js';
import { accepted, intentOf, runOf, recordOf, type PipelineWork, type RunAttempt } from './run-attempt.js';
import { BagFailure, RunFailure } from './run-failure.js';
import { StepTimes } from './step-times.js';
import { storeBagFindings, storeFindings } from './findings/store-findings.js';
import { requireLiveRun } from './require-live.js';
import { sameOutputs, storeOutputs, type StoreOptions } from './store-outputs.js';
import { summarise } from './summarise.js';
import type { ToolVersions } from './tool-versions.js';

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
    const times = new StepTimes(dependencies.now);
    const attempt = { ...work, by: live.by, step, requireLive, times, folder: run.folder, temporaryFolder };
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
  const work = {
    ...timesOf(attempt),
    ...(error instanceof BagFailure ? { findings: await storeBagFindings(attempt, error) } : {}),
  };
  const command = { type: 'FailPipelineRun', ...runOf(attempt), errors, ...work } as const;
  accepted(await step('fail', () => onDeposit(dependencies, intentOf(attempt, 'fail'), command)));
};

/** How the run was carried out. */
const timesOf = ({ times }: RunAttempt): WorkOfRun => ({ steps: times.all(), toolSeconds: times.toolSeconds() });

const runTools = async (attempt: RunAttempt): Promise<void> => {
  const { dependencies, task, step, requireLive, times } = attempt;
  times.begin('prepare');
  const view = await readWorkspace(attempt);
  const { filesRoot } = view.tools;
  if (!view.objects.some(({ path }) => path.startsWith(`${filesRoot}objects/`)))
    throw new RunFailure(`Could not find object folder for deposit ${task.depositId}`);
  const judged = await judgeBagOfRun(attempt, view);
  const begun = dependencies.now();
  times.begin('look');
  const [versions, { findings, files, knownViruses }] = await askAndLook(attempt, view);
  beginStep(attempt, 'store', files);
  dependencies.prepareMets?.(files.length);
  await keepDigests(attempt, { view, findings, files });
  const { counts, sha256 } = await summarise(findings, versions.list);
  const paths = await putOutputs(attempt, { view, findings, versions, knownViruses, begun, sha256 });
  const now = filesRoot === 'data/' ? await readWorkspace(attempt) : view; // only a bag has tag files, which may be new
  const kept = await keepTagFiles(attempt, now);
  await recordFindings(attempt, findings);
  const stored = await storeFindings(attempt, { findings, files, filesRoot });
  await requireLive();
  const metadata = intentOf(attempt, 'metadata created');
  const command = { type: 'RecordPipelineMetadata', ...runOf(attempt) } as const;
  accepted(await step('record-metadata', () => onDeposit(dependencies, metadata, command)));
  beginStep(attempt, 'record', files);
  await recordInMets(attempt, [...paths, ...kept]);
  if (filesRoot === 'data/') await bagDeposit({ ...attempt, depositId: task.depositId }, judged);
  const counted = await step('count-differences', () => countDifferences(dependencies, task.depositId));
  await complete(attempt, { ...counts, ...(counted.ok ? counted.value : {}) }, stored);
};

/** The steps after the tools tell no further progress. */
const beginStep = ({ times, report }: RunAttempt, step: 'store' | 'record', files: LookedAt['files']): void => {
  times.begin(step);
  report({ step, files: files.length, bytes: bytesOf(files) });
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
    await attempt.times.toolWorks('brunnhilde', () => reporter.report(source, destination, attempt));
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

const complete = async (attempt: RunAttempt, counts: PipelineCounts, findings: RecordedFindings): Promise<void> => {
  const { dependencies, step } = attempt;
  const command = { type: 'CompletePipelineRun', ...runOf(attempt), counts, ...timesOf(attempt), findings } as const;
  accepted(await step('complete', () => onDeposit(dependencies, intentOf(attempt, 'complete'), command)));
};
