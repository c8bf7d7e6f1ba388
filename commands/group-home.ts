import type { RepositoryPath } from '../formats/paths/repository-path.js';
import type { Refusal } from './decider.js';
import { ancestorFault, kindAt } from './kind-at.js';
import type { Services } from './services.js';

/** Why no archival group can be created at the path as the containers stand; null when one can, or stands there. */
export const homeFault = async ({ events }: Pick<Services, 'events'>, group: RepositoryPath): Promise<Refusal | null> =>
  ancestorFault(await kindAt(events, group), group);
