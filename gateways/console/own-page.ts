import type { IncomingMessage } from 'node:http';
import { isOriginOf } from '../http/obeyed-sources.js';

/** Whether a request changes nothing. */
export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a request was sent by a page of the origin of this address (Fetch Metadata, else Origin). One that changes nothing
 * may also come from an address that a person typed, or from a program.
 */
export const isOfOwnPage = (request: IncomingMessage, address: string): boolean => {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers;
  const changesNothing = isRead(request);
  if (site !== undefined) return site === 'same-origin' || (changesNothing && site === 'none');
  if (origin === undefined) return changesNothing;
  return origin === new URL(address).origin || isOriginOf(origin, host);
};
