import type { ContainerFact } from '../../events/container.js';
import type { EventStore } from '../../events/store.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { fold } from '../core/fold.js';
import { echoOf, type HandleResult } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import { containerStream } from '../core/stream-names.js';
import { container } from './decider.js';

/** What an earlier attempt of this request wrote to the stream of a container; null without one. */
export const earlierFacts = async (
  events: EventStore,
  { commandId, requestSha256 }: Intent,
  path: RepositoryPath,
): Promise<HandleResult<ContainerFact> | null> => {
  const stream = containerStream(path);
  const span = (await fold(events, container, stream)).commands.get(commandId);
  return span === undefined ? null : echoOf(events, { stream, sha256: requestSha256 }, span);
};
