import { noContent, pathParameter, route, type Route } from '../http/route.js';
import { noSuchJob, presentJob } from './get-job.js';
import type { JobDependencies } from './job-dependencies.js';
import { ENDED, jobEvents } from './job-events.js';

/** A job as server-sent events until it has ended; an addition of ours. */
export const getJobEvents = (on: JobDependencies): Route =>
  route('getJobEvents', async (call) => {
    if (call.header('last-event-id') === ENDED) return noContent(); // an EventSource then connects no more
    const id = pathParameter(call, 'jobId');
    const first = await presentJob(on, id);
    if (first === null) return noSuchJob(id);
    return on.streams.answer(call, (signal) => jobEvents({ first, read: () => presentJob(on, id), signal }));
  });
