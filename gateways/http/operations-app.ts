import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

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

const JSON_TYPE = 'application/json; charset=utf-8';

const notReady = (error: unknown): Readiness => ({ ready: false, report: { fault: String(error) } });

/**
 * The pages for operators: `/live` answers while the process runs, `/ready` while it makes progress (else 503), and
 * `/metrics` is in the Prometheus text format. They are for an internal network and need no credentials.
 */
export const operationsApp = ({ readiness, metrics }: OperationsPages): RequestListener => {
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
    const page = pages[(request.url ?? '').split('?')[0] ?? ''];
    if (page === undefined) send(response, 404, 'text/plain; charset=utf-8', 'There are /live, /ready and /metrics.\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      send(response, 405, 'text/plain; charset=utf-8', 'These pages are read only.\n', { allow: 'GET, HEAD' });
    else
      page(response).catch((error: unknown) => send(response, 500, 'text/plain; charset=utf-8', `${String(error)}\n`));
  };
};
