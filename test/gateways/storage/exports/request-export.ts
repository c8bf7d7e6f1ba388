import { ask, fresh, type Reply } from '../../conversation.js';
import type { LiveServices } from '../../live-services.js';

export const uriOf = ({ storage }: LiveServices, path: string): string => `${storage}/repository/${path}`;

/** Asks for an export of a group, to a place of its own unless the request says otherwise. */
export const requestExport = (live: LiveServices, path: string, request: object = {}): Promise<Reply> =>
  ask('POST', `${live.storage}/export`, {
    archivalGroup: uriOf(live, path),
    destination: `s3://${live.places.workspaceBucket}/exports/${fresh('to')}/`,
    ...request,
  });
