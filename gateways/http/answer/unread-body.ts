import type { ServerResponse } from 'node:http';
import { drain } from '../../../flow/drain.js';

/**
 * Whether the client is still sending a body of which nobody reads more. The answer then ends the connection, and says
 * so: to be called before its headers go out.
 */
export const closesAfter = (response: ServerResponse): boolean => {
  const { complete, headers } = response.req;
  const unread =
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
  if (unread) response.shouldKeepAlive = false;
  return unread;
};

/**
 * Ends an answer that was written while its request was still coming: as much is taken as it takes a well-meaning client
 * to notice, for bytes left unread would make the closing connection swallow the answer. Never rejects.
 */
export const endAfterRest = async (response: ServerResponse): Promise<void> => {
  if (!response.headersSent) response.flushHeaders();
  response.req.unpipe();
  await drain(response.req);
  response.end();
};
