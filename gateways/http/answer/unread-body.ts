import type { ServerResponse } from 'node:http';
import { drain } from '../../../flow/drain.js';

/**
 * Whether the client is still sending a body that is not read. The answer then announces the end of the connection, so
 * this must be called before its headers are sent.
 */
export const closesAfter = (response: ServerResponse): boolean => {
  const { complete, headers } = response.req;
  const unread =
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
  if (unread) response.shouldKeepAlive = false;
  return unread;
};

/**
 * Ends an answer that was written while its request was still arriving. Reads a bounded part of the rest first: closing
 * a connection with unread bytes would discard the answer. Never rejects.
 */
export const endAfterRest = async (response: ServerResponse): Promise<void> => {
  if (!response.headersSent) response.flushHeaders();
  response.req.unpipe();
  await drain(response.req);
  response.end();
};
