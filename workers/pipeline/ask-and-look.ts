import type { WorkspaceObject } from '../../commands/workspace/workspace-object.js';
import { viewWorkspace, type WorkspaceView } from '../../commands/workspace/view-workspace.js';
import { onPipelineRun } from '../../commands/pipeline-run/pipeline-run-stream.js';
import { allOrNone } from '../../flow/all-or-none.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { progress } from '../progress.js';
import { isLookedAtIn, layoutWarnings } from './layout-warnings.js';
import { lookAtFiles, type LookedAt } from './look-at-files.js';
import { accepted, intentOf, recordOf, type RunAttempt } from './run-attempt.js';
import { RunFailure } from './run-failure.js';
import { versionsOf, type ToolVersions } from './tool-versions.js';

/** The tools look at the files while they are asked for their versions; the failure of either stops the other. */
export const askAndLook = async (attempt: RunAttempt, view: WorkspaceView): Promise<[ToolVersions, LookedAt]> => {
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

export const bytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

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

export const readWorkspace = async ({ dependencies, task, step }: RunAttempt): Promise<WorkspaceView> => {
  const viewed = await step('list-files', () => viewWorkspace(dependencies, task.depositId, { fresh: true }));
  if (viewed.ok) return viewed.value;
  const { code, detail } = viewed.refusal;
  throw code === 'deposit-not-found' ? new LeaseLost(detail) : new RunFailure(detail);
};
