import type { EventStore } from '../../events/store.js';
import type { LeaseHolder } from '../../flow/lease/lease-observer.js';
import type { LeaseTimes } from '../../flow/lease/lease-times.js';
import type { DocumentStore } from '../documents.js';

/** The ports and times of a projector; times have defaults. */
export interface ProjectorPorts extends LeaseHolder, Partial<LeaseTimes> {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** How often a standby projector reads the lease. */
  readonly lookEveryMs?: number;
  /** How long a retired generation is kept. */
  readonly retiredForMs?: number;
  /** Called for each fault that will be retried. */
  readonly onFault?: (view: string, fault: unknown) => void;
}
