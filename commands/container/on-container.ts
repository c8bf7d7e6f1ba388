import type { ContainerFact } from '../../events/container.js';
import { handle, type HandleResult } from '../core/handle.js';
import type { Services } from '../core/services.js';
import type { Intent } from '../core/intent.js';
import { containerStream } from '../core/stream-names.js';
import { container, type ContainerCommand } from './decider.js';

/** Carries out a command on a container. */
export const onContainer = (
  services: Pick<Services, 'events' | 'producer'>,
  intent: Intent,
  command: ContainerCommand,
): Promise<HandleResult<ContainerFact>> =>
  handle(services, intent, { decider: container, stream: containerStream(command.path), command });
