import type { EventStore } from '../../events/store.js';
import type { LeaseHolder } from '../../flow/lease/lease-observer.js';
import type { LeaseTimes } from '../../flow/lease/lease-times.js';
import type { DocumentStore } from '../documents.js';

/** What a projector works with; times that are not given are the usual ones. */
export interface ProjectorPorts extends LeaseHolder, Partial<LeaseTimes> {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  /** How often a projector that stands by reads the lease. */
  readonly lookEveryMs?: number;
  /** How long a generation stays after readers were moved away from it. */
  readonly leftForMs?: number;
  /** Told of what failed and will be tried again. */
  readonly onFault?: (view: string, fault: unknown) => void;
}
