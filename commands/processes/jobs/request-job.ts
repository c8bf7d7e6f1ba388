import type { Position } from '../../../events/envelope.js';
import type { JobTargetFact, NewPlatformJob, PlatformJobRequest } from '../../../events/platform-job.js';
import { keyReused, latest, written, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { canonicalJson, mintId, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { refused } from '../../../flow/result.js';
import type { PlatformJob } from '../../platform-job/state.js';
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

/** Whether a job is the one that this request made before. */
const isFor = ({ request: { kind, parameters } }: PlatformJob, wanted: NewPlatformJob): boolean =>
  canonicalJson({ kind, parameters }) === canonicalJson({ kind: wanted.kind, parameters: wanted.parameters });

/**
 * Requests an audit, an adoption or a rebuild; it runs after the answer. The id comes from the command id, so a repeated
 * request finds the job it made. Refused with `job-of-kind-active` while an earlier one of the same kind and target has
 * not ended.
 */
export const requestJob = async (
  dependencies: Dependencies,
  intent: Intent,
  request: NewPlatformJob,
): Promise<CommandResult<{ readonly jobId: string }>> => {
  const jobId = mintId(`${intent.commandId}:job`);
  const earlier = await readPlatformJob(dependencies.events, jobId);
  if (earlier !== null) return isFor(earlier, request) ? written({ jobId }, null) : refused(keyReused());
  const ended = await endedBefore(dependencies, request);
  const admitted = await admitJob(dependencies, intent, { type: 'AdmitJob', jobId, request, ended });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  const requested = fact === undefined ? null : await finishJobAdmission(dependencies, fact);
  return written({ jobId }, requested ?? admitted.position);
};
