import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type Service } from '../../gateways/service.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/** Answers as the identity service of companion 14.3 does. */
export const answerRecords =
  (records: () => readonly object[]): Handle =>
  (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const all = records() as readonly Readonly<Record<string, unknown>>[];
    const [, pid] = /^\/api\/v1\/ids\/([^/]+)$/.exec(pathname) ?? [];
    if (pid !== undefined) {
      const record = all.find(({ id }) => id === decodeURIComponent(pid));
      json(response, record === undefined ? 404 : 200, record ?? { title: 'Not Found' });
    } else if (pathname === '/api/v1/ids') {
      const [q, s] = [searchParams.get('q'), searchParams.get('s') ?? ''];
      const results = all.filter(
        (each) => Object.hasOwn(each, s) && q !== '' && JSON.stringify(each[s]).replace(/^"(.*)"$/, '$1') === q,
      );
      json(response, 200, { query: { q, s, page: 1, pageSize: 50, total: results.length }, results });
    } else json(response, 404, {});
  };

/** A small identity service, with the requests it has got. */
export interface RecordsServer extends Service {
  readonly requests: IncomingMessage[];
  /** Answers from now on. */
  handle: Handle;
}

export const openRecordsServer = async (handle: Handle): Promise<RecordsServer> => {
  const requests: IncomingMessage[] = [];
  const server = { requests, handle };
  const service = await serve((request, response) => {
    requests.push(request);
    server.handle(request, response);
  });
  return Object.assign(server, service);
};
