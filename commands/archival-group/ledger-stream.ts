import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { EventStore } from '../../events/store.js';
import { pathId } from '../../formats/paths/path-id.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold, earlierFacts } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import type { LedgerCommand } from './commands.js';
import { archivalGroup } from './decider.js';
import type { Ledger } from './state.js';

export const ledgerStream = (group: RepositoryPath): string => `archivalGroup-${pathId(group)}`;

/** The ledger of the archival group at a path; an empty one when nothing was ever decided there. */
export const readLedger = async (events: EventStore, group: RepositoryPath): Promise<Ledger> =>
  (await fold(events, archivalGroup, ledgerStream(group))).state;

/** Carries out a command on the ledger of an archival group. */
export const onLedger = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<LedgerCommand>,
): Promise<HandleResult<ArchivalGroupFact>> =>
  handle(dependencies, intent, { decider: archivalGroup, stream: ledgerStream(command.path), command });

/** What an earlier attempt of this request wrote to the ledger of the group; null without one. */
export const earlierOnLedger = (
  { events }: Pick<Dependencies, 'events'>,
  intent: Intent,
  group: RepositoryPath,
): Promise<HandleResult<ArchivalGroupFact> | null> =>
  earlierFacts(events, { decider: archivalGroup, stream: ledgerStream(group) }, intent);
