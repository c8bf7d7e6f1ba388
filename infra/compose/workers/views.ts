import { type ReadModels, openProjectors, openReadModels, type Projector } from '../../../projections/read-models.js';
import { leaseTimes } from '../../../flow/lease/lease-times.js';
import type { NamedLog } from '../../log/logger.js';
import type { ProcessParts } from '../process/process-parts.js';

/** The read models of a process, and the projectors that it runs. */
export interface Views {
  readonly models: ReadModels;
  readonly projectors: readonly Projector[];
}

/** The source and the store of read models, and whether this process writes them. */
interface ViewParts extends Pick<ProcessParts, 'events' | 'documents' | 'identity' | 'takeoverMs' | 'disposal'> {
  readonly runsProjectors: boolean;
  readonly log: NamedLog;
}

/** How often a projector that stands by reads the lease, at least, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** Opens the read models: with their projectors, where that is a role of this process, else only to read. */
export const openViews = (settings: ViewParts): Views => {
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
