import type { EventStore } from '../../../events/store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { keepReadModels, readReadModels, type KeptView, type ReadModels } from '../../../projections/read-models.js';
import { leaseTimes } from '../../../workers/lease.js';
import type { Identity } from '../../../workers/platform-fact.js';
import type { NamedLog } from '../../log/logger.js';
import type { Parts } from '../disposal-stack.js';

/** The read models of a process, and those that it keeps itself. */
export interface Views {
  readonly models: ReadModels;
  readonly kept: readonly KeptView[];
}

/** Where read models come from and lie, and who keeps them. */
export interface ViewSettings {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly keeps: boolean;
  readonly identity: Identity;
  /** 0 where every other keeper is known to be dead. */
  readonly takeoverMs: number;
  readonly log: NamedLog;
  readonly parts: Parts;
}

/** How often a projector that stands by looks whether it is needed, at least. */
const LOOK_EVERY_MS = 2_000;

/** Opens the read models: to keep them, where that is a role of this process, else to read what others keep. */
export const openViews = (settings: ViewSettings): Views => {
  const { events, documents, keeps, identity, takeoverMs, log, parts } = settings;
  const { holder, hasEnded } = identity;
  if (!keeps) return { models: parts.keep('read models', readReadModels(documents), (it) => it.close()), kept: [] };
  const times = takeoverMs === 0 ? { takeoverAfterMs: 0 } : leaseTimes(takeoverMs);
  const lookEveryMs = takeoverMs === 0 ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, takeoverMs / 4);
  const keeper = keepReadModels({
    events,
    documents,
    holder,
    ...(hasEnded === undefined ? {} : { hasEnded }),
    ...times,
    lookEveryMs,
    onFault: (view, error) => log.warn('A view broke and is begun again', { view, error }),
  });
  parts.keep('read models', keeper, (it) => it.close());
  return { models: keeper.readModels, kept: keeper.views };
};
