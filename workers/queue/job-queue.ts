import type { Position } from '../../events/envelope.js';
import type { JobsView } from '../../projections/jobs/jobs-view.js';

/** The jobs of the platform that wait or run, as a view tells, which may be behind: the ledgers decide. */
export interface JobQueue extends Pick<JobsView, 'nextOfAgent' | 'waitingOf' | 'runningOf' | 'running'> {
  /** Identifies what the view shows: while that is the same, so are all answers. Null while it is not complete. */
  state(): Promise<string | null>;
  /** Resolves to true once it includes everything up to the position, false at the time-out. */
  reached(position: Position, timeoutMs: number): Promise<boolean>;
}
