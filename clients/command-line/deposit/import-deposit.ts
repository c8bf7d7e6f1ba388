import { pause } from '../../../flow/pause.js';
import { CommandFault } from '../command-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit, ImportResult } from '../../api/resources.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';

/** The interval between polls: it grows with the time that the job has taken. */
export const pauseMs = (elapsedMs: number): number => Math.min(Math.max(50, elapsedMs / 40), 1_000);

/** The job of a deposit that has not failed, and the number of all jobs. */
export const ownJob = async (
  client: PreservationClient,
  deposit: Deposit,
): Promise<{ readonly job: ImportResult | null; readonly earlier: number }> => {
  const results = await client.listImportJobResults(idIn(deposit.id));
  return { job: results.find(({ status }) => status !== 'completedWithErrors') ?? null, earlier: results.length };
};

/** Requests the import of all differences between deposit and group. */
export const requestImport = (client: PreservationClient, { id }: Deposit, earlier: number): Promise<ImportResult> =>
  client.createImportJob(idIn(id), { idempotencyKey: `preserve:${id}:${earlier}` });

/** Waits until the job that makes a version has ended; rejects with CommandFault with its errors when it failed. */
export const followImport = async (
  {
    client,
    progress,
  }: { readonly client: Pick<PreservationClient, 'getImportJobResult'>; readonly progress: Progress },
  deposit: Deposit,
  { id }: Pick<ImportResult, 'id'>,
  version: number,
): Promise<ImportResult> => {
  const show = jobProgress(progress, `${STEPS.importing} ${version}`);
  const begun = performance.now();
  for (;;) {
    const result = await client.getImportJobResult(idIn(deposit.id), idIn(id));
    if (result.status === 'completed') return result;
    if (result.status === 'completedWithErrors') {
      const errors = (result.errors ?? []).map(({ id: about, message }) =>
        about === null ? message : `${message} (${about})`,
      );
      throw new CommandFault(`The import failed: ${errors.join('; ').replace(/\.$/, '')}. No version was made.`, {
        code: 'import-failed',
        next: `muniment jobs ${idIn(id)}`,
      });
    }
    show(result);
    await pause(pauseMs(performance.now() - begun));
  }
};

/** Shows the progress of a job at each poll; with numbers once it has any. */
const jobProgress = (progress: Progress, step: string): ((result: Pick<ImportResult, 'progress'>) => void) => {
  progress.begin(step);
  let shown = { files: 0, bytes: 0 };
  return ({ progress: { files, bytes, plannedBytes } = { ...shown, plannedBytes: 0 } }) => {
    if (shown.files === 0 && files > 0) progress.begin(step, { files: null, bytes: plannedBytes });
    progress.advance(files - shown.files, bytes - shown.bytes);
    shown = { files, bytes };
  };
};
