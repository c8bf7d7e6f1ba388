import type { EventStore } from '../../events/store.js';
import type { Liveness } from '../../flow/lease/liveness.js';
import type { DocumentStore } from '../documents.js';
import type { SharedLog } from './shared-log.js';

/** The ports of a projector. */
export interface ProjectorPorts {
  readonly events: Pick<EventStore, 'head' | 'subscribe'>;
  /** By which projectors of one process read the log together; where absent, a projector reads its categories alone. */
  readonly log?: SharedLog;
  readonly documents: DocumentStore;
  /** Whether other projectors are there; each look of it is followed by one at the register. */
  readonly liveness: Liveness;
  /** How long a retired generation is kept; a default where absent. */
  readonly retiredForMs?: number;
  /** Called for each fault that will be retried. */
  readonly onFault?: (view: string, fault: unknown) => void;
}
