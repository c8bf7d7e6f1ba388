import type {
  JobTargetFact,
  NewPlatformJob,
  PlatformJobRequest,
  RequestedPlatformJob,
} from '../../events/platform-job.js';
import type { EventStore } from '../../events/store.js';
import { pathId } from '../../formats/paths/path-id.js';
import type { HandleResult, CommandInput, AnyCommand, Decider } from '../core/decider.js';
import { refuse } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';

/** Admits a job if the one admitted before it, where there is one, is `ended`: its caller has read that it is over. */
export interface AdmitJob extends AnyCommand<'AdmitJob'> {
  readonly jobId: string;
  readonly request: NewPlatformJob;
  readonly ended: string | null;
}

/** The job that was admitted last. */
interface JobTarget {
  readonly last: RequestedPlatformJob | null;
}

const activeRefusal = ({ kind, jobId, by, at }: RequestedPlatformJob) =>
  refuse(
    'job-of-kind-active',
    `The ${kind} job ${jobId} has not ended, and of each kind only one for the same target is admitted at a time.`,
    { what: `${kind} job ${jobId}`, by, since: at },
  );

/**
 * The jobs of one kind for one target, in one stream: its expected revision decides between two that are requested at
 * once. That a job has ended is read from its own stream; it is final, and so it stays true until the append.
 */
export const jobTarget: Decider<JobTarget, AdmitJob, JobTargetFact> = {
  initial: { last: null },
  decide({ jobId, request, ended, by, at }, { last }) {
    if (last !== null && last.jobId !== ended) return activeRefusal(last);
    return [{ type: 'JobAdmitted', data: { ...request, jobId, by, at } }];
  },
  evolve: (_target, fact) => ({ last: fact.data }),
  standsAlone: () => true,
};

/** What a job is about; null for everything. */
const targetOf = (request: PlatformJobRequest): string | null => {
  if (request.kind === 'rebuild') return request.parameters.view;
  const { archivalGroup } = request.parameters;
  return archivalGroup === null ? null : pathId(archivalGroup);
};

const jobTargetStream = (request: PlatformJobRequest): string => {
  const target = targetOf(request);
  return `jobTarget-${request.kind}${target === null ? '' : `:${target}`}`;
};

/** The job of this kind and target that was admitted last; null where there was none. */
export const lastAdmitted = async (
  events: EventStore,
  request: PlatformJobRequest,
): Promise<RequestedPlatformJob | null> => (await fold(events, jobTarget, jobTargetStream(request))).state.last;

/** Admits a job of this kind and target. Refused with `job-of-kind-active`. */
export const admitJob = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<AdmitJob>,
): Promise<HandleResult<JobTargetFact>> =>
  handle(dependencies, intent, { decider: jobTarget, stream: jobTargetStream(command.request), command });
