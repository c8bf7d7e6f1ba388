import type { ContainerFact } from '../../events/container.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Given } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { containerStream } from '../core/stream-names.js';
import type { ContainerCommand } from './commands.js';
import { container } from './decider.js';

/** Carries out a command on a container. */
export const onContainer = (
  dependencies: Pick<Dependencies, 'events' | 'producer'>,
  intent: Intent,
  command: Given<ContainerCommand>,
): Promise<HandleResult<ContainerFact>> =>
  handle(dependencies, intent, { decider: container, stream: containerStream(command.path), command });
