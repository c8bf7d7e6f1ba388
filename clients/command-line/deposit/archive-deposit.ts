import { pause } from '../../../flow/pause.js';
import { ApiFault } from '../../api/api-fault.js';
import type { PreservationClient } from '../../api/preservation-client.js';
import type { ArchiveJob } from '../../api/resources.js';
import { pauseMs } from './import-deposit.js';

type Client = Pick<PreservationClient, 'archiveDeposit' | 'getDepositArchiveJob'>;

interface Options {
  readonly signal?: AbortSignal;
}

/**
 * Has the platform archive a deposit that was not modified for `olderThan`, a period such as `P6M`, and waits for the
 * end of the job. Answers why the deposit was not archived; empty where it was.
 */
export const archiveDeposit = async (
  client: Client,
  depositId: string,
  olderThan: string,
  options: Options = {},
): Promise<readonly string[]> => {
  try {
    const { id } = await client.archiveDeposit(depositId, olderThan, options);
    const { errors } = await endOf(client, depositId, id, options);
    return (errors ?? []).map(({ message }) => message);
  } catch (error) {
    if (error instanceof ApiFault && error.status === 409) return [error.message];
    throw error;
  }
};

/** The archive job after its end. */
const endOf = async (client: Client, depositId: string, jobId: string, options: Options): Promise<ArchiveJob> => {
  const begun = performance.now();
  for (;;) {
    const job = await client.getDepositArchiveJob(depositId, options);
    if (job !== null && (job.id !== jobId || job.status !== 'processing')) return job;
    await pause(pauseMs(performance.now() - begun), options.signal);
    options.signal?.throwIfAborted();
  }
};
