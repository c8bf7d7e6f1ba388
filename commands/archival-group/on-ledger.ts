import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { fold } from '../core/fold.js';
import { echoOf, handle, type HandleResult } from '../core/handle.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { ledgerStream } from '../core/stream-names.js';
import type { LedgerCommand } from './commands.js';
import { archivalGroup } from './decider.js';

/** Carries out a command on the ledger of an archival group. */
export const onLedger = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<LedgerCommand>,
): Promise<HandleResult<ArchivalGroupFact>> =>
  handle(dependencies, intent, { decider: archivalGroup, stream: ledgerStream(command.path), command });

/** What an earlier attempt of this request wrote to the ledger of the group; null without one. */
export const earlierOnLedger = async (
  { events }: Pick<Dependencies, 'events'>,
  { commandId, requestSha256: sha256 }: Intent,
  group: RepositoryPath,
): Promise<HandleResult<ArchivalGroupFact> | null> => {
  const stream = ledgerStream(group);
  const span = (await fold(events, archivalGroup, stream)).commands.get(commandId);
  return span === undefined ? null : echoOf(events, { stream, sha256 }, span);
};
