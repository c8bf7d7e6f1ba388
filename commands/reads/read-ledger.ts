import type { EventStore } from '../../events/store.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { archivalGroup } from '../archival-group/decider.js';
import type { Ledger } from '../archival-group/state.js';
import { fold } from '../core/fold.js';
import { ledgerStream } from '../core/stream-names.js';

/** The ledger of the archival group at a path; an empty one when nothing was ever decided there. */
export const readLedger = async (events: EventStore, group: RepositoryPath): Promise<Ledger> =>
  (await fold(events, archivalGroup, ledgerStream(group))).state;
