import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { EventStore } from '../../../events/store.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import type { Scratch } from '../../../workers/pipeline/scratch.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';
import type { Presence } from '../../../workers/presence/presence.js';
import type { Config } from '../../config/config.js';
import type { DataFolder } from '../../embedded/data-folder.js';
import type { NamedLog } from '../../log/logger.js';
import type { Metrics } from '../../metrics/metrics.js';
import type { MetsThreads } from '../../threads/mets-threads.js';
import type { DisposalStack } from './disposal-stack.js';
import type { WaitOptions } from './when-available.js';

/** What a process is put together from; each part of it is opened with those that it uses. */
export interface ProcessParts {
  readonly config: Config;
  readonly now: () => Date;
  readonly log: (subsystem: string) => NamedLog;
  /** How unavailable servers are waited for. */
  readonly waiting: WaitOptions;
  /** Closes what was opened. */
  readonly disposal: DisposalStack;
  readonly metrics: Metrics;
  /** Null where servers store everything. */
  readonly folder: DataFolder | null;
  readonly events: EventStore;
  readonly bytes: ObjectStore;
  readonly documents: DocumentStore;
  readonly records: SharedRecords;
  readonly dependencies: Dependencies;
  readonly threads: MetsThreads;
  /** Opens the scratch folder when it is asked for first; answers the same one to all who ask. */
  readonly openScratch: () => Promise<Scratch>;
  readonly identity: ProcessIdentity;
  readonly presence: Presence;
  /** 0 where every other holder of a lease is known to have ended. */
  readonly takeoverMs: number;
}
