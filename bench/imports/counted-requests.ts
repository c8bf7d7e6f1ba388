import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ByteCounts } from './counted-bytes.js';

interface WatchedEndpoint {
  readonly endpoint: string;
  /** Whether a path is that of a file to preserve, and not of the platform's own files. */
  readonly isFile: (path: string) => boolean;
}

interface Exchange {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
}

const kindOf = ({ method, path }: ClientRequest): 'reads' | 'writes' | 'deletes' => {
  if (method === 'GET' || method === 'HEAD') return 'reads';
  return method === 'DELETE' || /[?&]delete(=|&|$)/.test(path) ? 'deletes' : 'writes';
};

/** Counts every request that this process sends to an S3 server from now on, also repeated ones. */
export const countRequests = ({ endpoint, isFile }: WatchedEndpoint, counts: ByteCounts): void => {
  const { host } = new URL(endpoint);
  const isOurs = (request: ClientRequest): boolean => request.getHeader('host') === host;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as Exchange;
    if (isOurs(request)) counts[kindOf(request)] += 1;
  });
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as Exchange;
    if (isOurs(request) && request.method === 'GET' && isFile(request.path))
      counts.bodyBytes += Number(response.headers['content-length'] ?? 0);
  });
};
