import { count, integer, list, object, optional, orNull, text, type Shape } from './shape.js';

/** A public event: its meaning, its major version, and the shape of its data. */
export interface PublicEvent<T = unknown> {
  readonly summary: string;
  readonly major: number;
  readonly data: Shape<T>;
}

/** The first version of a message. */
export const event = <T>(summary: string, data: Shape<T>): PublicEvent<T> => ({ summary, major: 1, data });

export type DataOf<E> = E extends PublicEvent<infer T> ? T : never;

export const depositId = text('The deposit.');
export const jobId = text('The import job.');
export const exportId = text('The export.');
export const resultId = text("The preservation service's own id of the job's result.");
export const archivalGroup = text('Repository path of the archival group, such as `letters/1911`.');
export const by = text('Agent name of the actor.');
export const at = text('When it happened, UTC with seven fractional digits.', { format: 'date-time' });
export const code = text('Code of the refusal.');
export const detail = text('Text of the refusal.');

/** The job that another one repeats. */
export const retryOf = optional(text('The job that has ended and that this one repeats.'));

/** The agent of an end that nobody but an agent caused. */
export const cancelledBy = optional(text('Agent name of who cancelled it; absent for any other end.'));

/** The events of a job that an agent steers, whose other properties name its place. */
export const steeringEvents = <P extends Readonly<Record<string, Shape<unknown>>>>(place: P) => {
  const id = text('The job.');
  return {
    JobHeld: event('An agent held a job that waits; no worker can begin it.', object({ ...place, jobId: id, by, at })),
    JobHoldReleased: event('The job may begin again.', object({ ...place, jobId: id, by, at })),
    JobPriorityChanged: event(
      'An agent changed the priority of a job that waits.',
      object({ ...place, jobId: id, priority: integer('From -10 to 10; 0 at first.', -10, 10), by, at }),
    ),
  };
};

export const errors = list(
  'The errors.',
  object({
    path: orNull(text('Repository path of the affected resource; null if it is the whole job.')),
    message: text('The error message.'),
  }),
);

/** The size of an import job's plan. */
export const planSize = {
  entries: count('Operations of the plan.'),
  bytes: count('Content bytes to add or patch.'),
};
