import { type ReadModels, openProjectors, openReadModels, type Projector } from '../../../projections/read-models.js';
import type { NamedLog } from '../../log/logger.js';
import type { ProcessParts } from '../process/process-parts.js';

/** The read models of a process, and the projectors that it runs. */
export interface Views {
  readonly models: ReadModels;
  readonly projectors: readonly Projector[];
}

/** The source and the store of read models, and whether this process writes them. */
interface ViewParts extends Pick<ProcessParts, 'events' | 'documents' | 'presence' | 'disposal'> {
  readonly runsProjectors: boolean;
  readonly log: NamedLog;
}

/** Opens the read models: with their projectors, where that is a role of this process, else only to read. */
export const openViews = (settings: ViewParts): Views => {
  const { events, documents, runsProjectors: keeps, presence, log, disposal } = settings;
  if (!keeps)
    return { models: disposal.keep('read models', openReadModels(documents), (it) => it.close()), projectors: [] };
  const views = openProjectors({
    events,
    documents,
    liveness: presence,
    onFault: (view, error) => log.warn('A projector failed and is started again', { view, error }),
  });
  disposal.keep('read models', views, (it) => it.close());
  return { models: views.readModels, projectors: views.projectors };
};
