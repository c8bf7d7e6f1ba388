import type { EventStore } from '../../../events/store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { type ReadModels, openProjectors, openReadModels, type Projector } from '../../../projections/read-models.js';
import { leaseTimes } from '../../../flow/lease/lease-times.js';
import type { NamedLog } from '../../log/logger.js';
import type { DisposalStack } from '../disposal-stack.js';
import type { ProcessIdentity } from '../../../workers/platform-fact.js';

/** The read models of a process, and the projectors that it runs. */
export interface Views {
  readonly models: ReadModels;
  readonly projectors: readonly Projector[];
}

/** The source and the store of read models, and whether this process writes them. */
export interface ViewSettings {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly runsProjectors: boolean;
  readonly identity: ProcessIdentity;
  /** 0 where every other projector is known to have ended. */
  readonly takeoverMs: number;
  readonly log: NamedLog;
  readonly disposal: DisposalStack;
}

/** How often a projector that stands by reads the lease, at least, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** Opens the read models: with their projectors, where that is a role of this process, else only to read. */
export const openViews = (settings: ViewSettings): Views => {
  const { events, documents, runsProjectors: keeps, identity, takeoverMs, log, disposal } = settings;
  const { holder, hasEnded } = identity;
  if (!keeps)
    return { models: disposal.keep('read models', openReadModels(documents), (it) => it.close()), projectors: [] };
  const times = takeoverMs === 0 ? { takeoverAfterMs: 0 } : leaseTimes(takeoverMs);
  const lookEveryMs = takeoverMs === 0 ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, takeoverMs / 4);
  const views = openProjectors({
    events,
    documents,
    holder,
    ...(hasEnded === undefined ? {} : { hasEnded }),
    ...times,
    lookEveryMs,
    onFault: (view, error) => log.warn('A projector failed and is started again', { view, error }),
  });
  disposal.keep('read models', views, (it) => it.close());
  return { models: views.readModels, projectors: views.projectors };
};
