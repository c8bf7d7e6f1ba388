import { evolveSteering, UNSTEERED, type Steering } from '../core/steering.js';
import type { PlatformJobEnd, PlatformJobFact, RequestedPlatformJob } from '../../events/platform-job.js';

/** What every job has. */
interface AnyPlatformJob {
  readonly request: RequestedPlatformJob;
  /** Of its last claim; 0 before the first. */
  readonly epoch: number;
  /** The worker of that epoch; null before the first claim. */
  readonly worker: string | null;
  /** The time of the first claim. */
  readonly begun: string | null;
}

export type LivePlatformJob = AnyPlatformJob & { readonly status: 'live'; readonly steering: Steering };

export type PlatformJob =
  | LivePlatformJob
  | (AnyPlatformJob & {
      readonly status: 'ended';
      readonly end: PlatformJobEnd;
      readonly finished: string;
      /** The agent who cancelled it; null for any other end. */
      readonly cancelledBy: string | null;
    });

export type PlatformJobState = { readonly status: 'absent' } | PlatformJob;

/** The job after a fact. */
export const evolvePlatformJob = (state: PlatformJobState, fact: PlatformJobFact): PlatformJobState => {
  if (fact.type === 'JobRequested')
    return { status: 'live', request: fact.data, steering: UNSTEERED, epoch: 0, worker: null, begun: null };
  if (state.status !== 'live') return state;
  switch (fact.type) {
    case 'JobClaimed': {
      const { epoch, worker, at } = fact.data;
      return { ...state, epoch, worker, begun: state.begun ?? at };
    }
    case 'JobHeld':
    case 'JobHoldReleased':
    case 'JobPriorityChanged':
      return { ...state, steering: evolveSteering(state.steering, fact) };
    case 'JobReportPageRecorded':
      return state;
    case 'JobEnded': {
      const { outcome, summary, errors, failures, cancelledBy = null, at } = fact.data;
      const end = { outcome, summary, errors, failures };
      const { request, epoch, worker, begun } = state;
      return { status: 'ended', request, epoch, worker, begun, end, finished: at, cancelledBy };
    }
  }
};
