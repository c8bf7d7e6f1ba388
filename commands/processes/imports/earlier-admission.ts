import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { archivalGroup } from '../../archival-group/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { fold } from '../../core/fold.js';
import { echoOf, type HandleResult } from '../../core/handle.js';
import type { Intent } from '../../core/intent.js';
import { ledgerStream } from '../../core/stream-names.js';

/** What an earlier attempt of this request wrote to the ledger of the group; null without one. */
export const earlierAdmission = async (
  dependencies: Pick<Dependencies, 'events'>,
  intent: Intent,
  group: RepositoryPath,
): Promise<HandleResult<ArchivalGroupFact> | null> => {
  const stream = ledgerStream(group);
  const span = (await fold(dependencies.events, archivalGroup, stream)).commands.get(intent.commandId);
  return span === undefined ? null : echoOf(dependencies.events, { stream, sha256: intent.requestSha256 }, span);
};
