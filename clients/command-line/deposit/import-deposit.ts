import { setTimeout as pause } from 'node:timers/promises';
import { CommandFault } from '../command-fault.js';
import { depositPath, type Deposit } from './own-deposit.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';

/** What this command needs to know of an import job's result. */
export interface ImportResult {
  readonly id: string;
  readonly status: 'waiting' | 'running' | 'completed' | 'completedWithErrors';
  readonly newVersion: string | null;
  readonly errors: readonly { readonly id: string | null; readonly message: string }[] | null;
  readonly binariesAdded: readonly unknown[];
  readonly binariesPatched: readonly unknown[];
  readonly binariesDeleted: readonly unknown[];
  /** While it runs: what is in the object and verified. */
  readonly progress?: { readonly files: number; readonly bytes: number; readonly plannedBytes: number };
}

/** A job that has taken long is asked after seldom: the wait adds little to it, and asking is work too. */
const pauseMs = (elapsedMs: number): number => Math.min(Math.max(50, elapsedMs / 40), 1_000);

/** The job of a deposit that did not fail, and how many there have been. */
export const ownJob = async (
  client: PreservationClient,
  deposit: Deposit,
): Promise<{ readonly job: ImportResult | null; readonly earlier: number }> => {
  const path = `${depositPath(deposit)}/importjobs/results`;
  const { value: results } = await client.call<ImportResult[]>('GET', path, { expected: [200] });
  return { job: results.find(({ status }) => status !== 'completedWithErrors') ?? null, earlier: results.length };
};

/** Asks for the import of everything that differs between deposit and group. */
export const requestImport = async (
  client: PreservationClient,
  deposit: Deposit,
  earlier: number,
): Promise<ImportResult> => {
  const headers = { 'idempotency-key': `preserve:${deposit.id}:${earlier}` };
  const path = `${depositPath(deposit)}/importjobs`;
  const body = { id: `${path}/diff` }; // without a host: a repeated request must be the same text on any port
  return (await client.call<ImportResult>('POST', path, { expected: [201], body, headers })).value;
};

/** Waits until a job has ended; throws with its errors when it failed. */
export const followImport = async (
  { client, progress }: { readonly client: PreservationClient; readonly progress: Progress },
  deposit: Deposit,
  { id }: Pick<ImportResult, 'id'>,
): Promise<ImportResult> => {
  const show = jobProgress(progress);
  const path = `${depositPath(deposit)}/importjobs/results/${id.slice(id.lastIndexOf('/') + 1)}`;
  const begun = performance.now();
  for (;;) {
    const { value: result } = await client.call<ImportResult>('GET', path, { expected: [200] });
    if (result.status === 'completed') return result;
    if (result.status === 'completedWithErrors') {
      const errors = (result.errors ?? []).map(({ id: about, message }) =>
        about === null ? message : `${message} (${about})`,
      );
      throw new CommandFault(`The import failed and changed nothing: ${errors.join('; ')}`);
    }
    show(result);
    await pause(pauseMs(performance.now() - begun));
  }
};

/** Shows how far a job is, each time it is asked after; in numbers once it has any. */
const jobProgress = (progress: Progress): ((result: Pick<ImportResult, 'progress'>) => void) => {
  progress.begin(STEPS.importing);
  let shown = { files: 0, bytes: 0 };
  return ({ progress: { files, bytes, plannedBytes } = { ...shown, plannedBytes: 0 } }) => {
    if (shown.files === 0 && files > 0) progress.begin(STEPS.importing, { files: null, bytes: plannedBytes });
    progress.advance(files - shown.files, bytes - shown.bytes);
    shown = { files, bytes };
  };
};
