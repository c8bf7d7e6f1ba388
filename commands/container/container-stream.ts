import type { ContainerFact } from '../../events/container.js';
import type { EventStore } from '../../events/store.js';
import { pathId } from '../../formats/paths/path-id.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { CommandInput, HandleResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import { fold, earlierFacts } from '../core/fold.js';
import { handle } from '../core/handle.js';
import type { Intent } from '../core/intent.js';
import type { ContainerCommand } from './commands.js';
import { container } from './decider.js';
import type { Container } from './state.js';

export const containerStream = (path: RepositoryPath): string => `container-${pathId(path)}`;

/** The container at a path; an empty one when nothing was ever decided there. */
export const readContainer = async (events: EventStore, path: RepositoryPath): Promise<Container> =>
  (await fold(events, container, containerStream(path))).state;

/** Carries out a command on a container. */
export const onContainer = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: CommandInput<ContainerCommand>,
): Promise<HandleResult<ContainerFact>> =>
  handle(dependencies, intent, { decider: container, stream: containerStream(command.path), command });

/** What an earlier attempt of this request wrote to the stream of a container; null without one. */
export const earlierOnContainer = (
  { events }: Pick<Dependencies, 'events'>,
  intent: Intent,
  path: RepositoryPath,
): Promise<HandleResult<ContainerFact> | null> =>
  earlierFacts(events, { decider: container, stream: containerStream(path) }, intent);
