import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Job } from '../../../clients/api/resources.js';
import type { Service } from '../../../clients/command-line/program/verb.js';

/** A service of jobs alone: each answer to GET of one is the next of its states. */
export interface JobsServer {
  readonly service: Service;
  /** What was asked of it, without the listings. */
  readonly asked: readonly string[];
  readonly close: () => Promise<void>;
}

/** What is answered to an action: a job, or the detail of a conflict. */
type Told = Job | string;

/** Starts it; `later` are the states of its first job one after the other. */
export const startJobsServer = async (
  jobs: readonly Job[],
  { told, later = [] }: { readonly told?: Told; readonly later?: readonly Job[] } = {},
): Promise<JobsServer> => {
  const asked: string[] = [];
  let answers = 0;
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (pathname === '/jobs') {
      answer(200, { jobs, page: 1, pageSize: 500, total: jobs.length });
      return;
    }
    asked.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') answer(200, later[Math.min(answers++, later.length - 1)] ?? {});
    else if (typeof told === 'string') answer(409, { title: 'Conflict', detail: told });
    else answer(200, told ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const service = {
    preservation: `http://127.0.0.1:${port}`,
    authHeaders: () => Promise.resolve({}),
    isOwn: false,
  };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { service, asked, close };
};
