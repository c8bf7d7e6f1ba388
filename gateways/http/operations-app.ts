import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { hostRefusal, SERVE_HOST, type ObeyedSources } from './obeyed-sources.js';
import { splitTarget } from './request/request-target.js';

/** Whether a process makes progress with its work. */
export interface Readiness {
  readonly ready: boolean;
  /** The state of each part; plain JSON. */
  readonly report: object;
}

export interface OperationsPages {
  /** Resolves soon; a rejection counts as not ready. */
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: () => Promise<{ readonly mediaType: string; readonly text: string }>;
  /** Undefined where requests are answered for every host. */
  readonly sources?: ObeyedSources | undefined;
}

const send = (
  response: ServerResponse,
  status: number,
  mediaType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(status, { 'content-type': mediaType, 'cache-control': 'no-store', ...headers }).end(text);
};

const TEXT_TYPE = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const PROBES = /^\/(live|ready)$/;

const notReady = (error: unknown): Readiness => ({ ready: false, report: { fault: String(error) } });

/**
 * The pages for operators: `/live` answers while the process runs, `/ready` while it makes progress (else 503), and
 * `/metrics` is in the Prometheus text format. They are for an internal network and need no credentials; the two probes
 * are answered for every host.
 */
export const operationsApp = ({ readiness, metrics, sources }: OperationsPages): RequestListener => {
  const pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/live': async (response) => {
      send(response, 200, JSON_TYPE, '{"live":true}\n');
      await Promise.resolve();
    },
    '/ready': async (response) => {
      const { ready, report } = await readiness().catch(notReady);
      send(response, ready ? 200 : 503, JSON_TYPE, `${JSON.stringify({ ready, ...report })}\n`);
    },
    '/metrics': async (response) => {
      const { mediaType, text } = await metrics();
      send(response, 200, mediaType, text);
    },
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const path = splitTarget(request.url ?? '')?.path ?? '';
    const page = pages[path];
    const stranger = sources === undefined || PROBES.test(path) ? null : hostRefusal(sources, request);
    if (stranger !== null) send(response, 403, TEXT_TYPE, `${stranger} ${SERVE_HOST}\n`);
    else if (page === undefined) send(response, 404, TEXT_TYPE, 'There are /live, /ready and /metrics.\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      send(response, 405, TEXT_TYPE, 'These pages are read only.\n', { allow: 'GET, HEAD' });
    else page(response).catch((error: unknown) => send(response, 500, TEXT_TYPE, `${String(error)}\n`));
  };
};
