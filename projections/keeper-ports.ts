import type { EventStore } from '../events/store.js';
import type { DocumentStore } from './documents.js';
import type { PenRules } from './pen.js';

/** What a view is kept with; times that are not given are the usual ones. */
export interface KeeperPorts extends Partial<PenRules> {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly holder: string;
  /** How long a generation stays after readers were moved away from it. */
  readonly leftForMs?: number;
  /** Hears of what failed and will be tried again. */
  readonly onFault?: (view: string, fault: unknown) => void;
}
