import type { RecordedFact } from '../../../events/envelope.js';
import { cloudEvent, type CloudEvent } from '../../../events/public/cloud-event.js';
import { isOfJob, jobGroups } from '../../../events/public/job-groups.js';
import type { EventStore } from '../../../events/store.js';

/** The public event of a fact; null for a fact without one. Rejects with EventStoreFault. */
export type PublicEventOf = (fact: RecordedFact) => Promise<CloudEvent | null>;

/** Makes public events of facts; the archival groups of jobs are read from the log once. */
export const publicEvents = (events: Pick<EventStore, 'read'>): PublicEventOf => {
  const groupOf = jobGroups(events);
  return async (fact) => {
    const group = isOfJob(fact.stream) ? await groupOf(fact.stream) : '';
    return group === null ? null : cloudEvent(fact, group);
  };
};
