import type { Fact } from '../../events/envelope.js';
import { timestampOf } from '../../events/time.js';
import type { Touch } from '../projection.js';
import { stepsEnded, stepsOfClaim, waitingSince } from '../timed-steps.js';
import { MOST_ERRORS, type JobDocument, type JobError } from './job-document.js';

/** What a fact with this data changes. */
export type JobTouch<Data> = (data: Data) => readonly Touch<JobDocument>[];

/** What the facts of some families change, by their types; a type that is missing changes nothing. */
export type JobTouches<F extends Fact> = {
  readonly [Type in F['type']]?: JobTouch<Extract<F, { type: Type }>['data']>;
};

const HOUR_MS = 3_600_000;

/**
 * The order of the jobs of an agent that wait: by the time they were asked for, and an hour earlier for each step of
 * priority, so that none waits for ever behind later ones.
 */
export const rankOf = (submitted: string, priority: number): string =>
  priority === 0 ? submitted : timestampOf(new Date(Date.parse(submitted) - priority * HOUR_MS));

type Beginning = Pick<JobDocument, 'jobId' | 'kind' | 'agent' | 'submitted'> & Partial<JobDocument>;

/** A job that was just asked for, and waits. */
const waiting = (beginning: Beginning): JobDocument =>
  withStepsEnded({
    status: 'waiting',
    archivalGroupName: null,
    baseVersion: null,
    planned: null,
    counts: null,
    steps: waitingSince(beginning.submitted),
    depositId: null,
    archivalGroup: null,
    begun: null,
    finished: null,
    lastModified: beginning.submitted,
    priority: 0,
    rank: rankOf(beginning.submitted, 0),
    holder: null,
    epoch: 0,
    heldBy: null,
    cancelledBy: null,
    errors: [],
    failures: 0,
    version: null,
    files: null,
    bytes: null,
    summary: null,
    resultId: null,
    retryOf: null,
    retriedAs: null,
    ...beginning,
  });

/** The job; no step goes on after its end. */
const withStepsEnded = (doc: JobDocument): JobDocument =>
  doc.finished === null ? doc : { ...doc, steps: stepsEnded(doc.steps, doc.finished) };

/** The first fact of a job; it also tells the job that it repeats. */
export const asked = (beginning: Beginning): readonly Touch<JobDocument>[] => {
  const { jobId, retryOf = null } = beginning;
  const first: Touch<JobDocument> = { key: jobId, apply: () => waiting(beginning) };
  if (retryOf === null) return [first];
  return [first, { key: retryOf, apply: (doc) => (doc === null ? null : { ...doc, retriedAs: jobId }) }];
};

/** A change of a job that has not ended; `at` is the time of the fact. */
export const changed = (
  jobId: string,
  at: string,
  change: (doc: JobDocument) => Partial<JobDocument>,
): readonly Touch<JobDocument>[] => [
  {
    key: jobId,
    apply: (doc) =>
      doc === null || doc.finished !== null ? doc : withStepsEnded({ ...doc, lastModified: at, ...change(doc) }),
  },
];

/**
 * A worker has the job, in an epoch, and begins with this step; what earlier ones met does not count. `more` is what the same
 * fact says besides: a fact touches a document once.
 */
export const claimed = (
  jobId: string,
  { at, epoch, worker }: { readonly at: string; readonly epoch: number; readonly worker: string | null },
  step: string,
  more: Partial<JobDocument> = {},
): readonly Touch<JobDocument>[] =>
  changed(jobId, at, ({ begun, version, steps, kind }) => ({
    status: 'running',
    begun: begun ?? at,
    steps: kind === 'import' && version !== null ? steps : stepsOfClaim(steps, step, at),
    holder: worker,
    epoch,
    rank: null,
    errors: [],
    failures: 0,
    ...more,
  }));

/** The job has ended, well where nothing failed. */
export const ended = (at: string, failures: number, rest: Partial<JobDocument> = {}): Partial<JobDocument> => ({
  status: failures === 0 ? 'completed' : 'completedWithErrors',
  finished: at,
  rank: null,
  heldBy: null,
  failures,
  ...rest,
});

/** The job has ended with these errors. */
export const failed = (
  at: string,
  errors: readonly JobError[],
  rest: Partial<JobDocument> = {},
): Partial<JobDocument> => ({
  ...ended(at, Math.max(errors.length, 1), rest),
  errors: errors.slice(0, MOST_ERRORS).map(({ path, message }) => ({ path, message })),
});
