import type { SteeringFact } from '../../../../events/steering.js';
import type { Sentences } from '../sentences.js';

/** What agents did with a job that waits. */
export const steeringSentences: Sentences<SteeringFact> = {
  JobHeld: ({ jobId }, by) => `${by} hat den Auftrag ${jobId} angehalten.`,
  JobHoldReleased: ({ jobId }, by) => `${by} hat den Auftrag ${jobId} weiterlaufen lassen.`,
  JobPriorityChanged: ({ jobId, priority }, by) => `${by} hat dem Auftrag ${jobId} die Priorität ${priority} gegeben.`,
};
