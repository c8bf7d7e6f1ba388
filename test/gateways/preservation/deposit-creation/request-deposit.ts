import { ask, fresh, type Reply } from '../../conversation.js';
import type { LiveServices } from '../../live-services.js';

/** POST /deposits. */
export const requestDeposit = ({ preservation }: LiveServices, request: object): Promise<Reply> =>
  ask('POST', `${preservation}/deposits`, request);

/** A path in a container that nothing else uses. */
export const freePathIn = (box: string): string => `${box}/${fresh('group')}`;
