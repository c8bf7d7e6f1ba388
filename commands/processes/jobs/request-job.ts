import type { Position } from '../../../events/envelope.js';
import type { JobTargetFact, NewPlatformJob, PlatformJobRequest } from '../../../events/platform-job.js';
import { latest, written, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { mintId, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { onPlatformJob, readPlatformJob } from '../../platform-job/platform-job-stream.js';
import { admitJob, lastAdmitted } from '../../platform-job/target.js';

/** Begins the stream of a job that was admitted; does nothing where that was done. */
export const finishJobAdmission = async (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  fact: StreamFact<JobTargetFact>,
): Promise<Position | null> => {
  const { jobId, by, at } = fact.data;
  const command = { type: 'RequestJob', jobId, request: fact.data, by, at } as const;
  return latest(await onPlatformJob(dependencies, stepOf(fact, 'request'), command));
};

/** The id of the last job of this kind and target, where that has ended; null where there was none. */
const endedBefore = async ({ events }: Dependencies, request: PlatformJobRequest): Promise<string | null> => {
  const last = await lastAdmitted(events, request);
  const job = last === null ? null : await readPlatformJob(events, last.jobId);
  return job?.status === 'ended' ? job.request.jobId : null;
};

/**
 * Requests an audit, an adoption or a rebuild; it runs after the answer. The id comes from the command id. Refused with
 * `job-of-kind-active` while an earlier one of the same kind and target has not ended.
 */
export const requestJob = async (
  dependencies: Dependencies,
  intent: Intent,
  request: NewPlatformJob,
): Promise<CommandResult<{ readonly jobId: string }>> => {
  const jobId = mintId(`${intent.commandId}:job`);
  const ended = await endedBefore(dependencies, request);
  const admitted = await admitJob(dependencies, intent, { type: 'AdmitJob', jobId, request, ended });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  const requested = fact === undefined ? null : await finishJobAdmission(dependencies, fact);
  return written({ jobId }, requested ?? admitted.position);
};
