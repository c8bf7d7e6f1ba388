import { Agent as HttpAgent, request as requestPlain, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream';
import type { Forward } from '../../gateways/console/forward.js';

/** Headers about one connection (RFC 9110, 7.6.1), and the host, which is that of the service. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const MOST_CONNECTIONS = 256;

const passedOn = ({ headersDistinct, headers }: IncomingMessage): OutgoingHttpHeaders => {
  const named = new Set((headers.connection ?? '').split(',').map((each) => each.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headersDistinct).filter(([name]) => !OF_CONNECTION.has(name) && !named.has(name)),
  );
};

const UNREACHED = JSON.stringify({
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'The service does not answer at the moment.',
});

/** Passes requests on to the service at an address, and what it answers back, as both come; ends both when one ends. */
export const forwardTo = (addressOf: () => string): Forward => {
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: MOST_CONNECTIONS }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: MOST_CONNECTIONS }),
  };
  return (request, response) => {
    const { protocol, origin, pathname } = new URL(addressOf());
    const isSecure = protocol === 'https:';
    const { method, url = '/', headers } = request;
    const isChunked = headers['transfer-encoding'] !== undefined;
    const outgoing = (isSecure ? requestSecure : requestPlain)(origin, {
      path: pathname.replace(/\/$/, '') + url,
      method,
      headers: { ...passedOn(request), ...(isChunked ? { 'transfer-encoding': 'chunked' } : {}) },
      agent: agents[isSecure ? 'https:' : 'http:'],
    });
    response.once('close', () => outgoing.destroy());
    outgoing.once('response', (answer) => {
      for (const [name, value] of Object.entries(passedOn(answer)))
        if (value !== undefined) response.setHeader(name, value);
      response.writeHead(answer.statusCode ?? 502);
      response.flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    const fail = (): void => {
      if (response.headersSent || response.destroyed) response.destroy();
      else
        response
          .writeHead(503, {
            'Content-Type': 'application/problem+json; charset=utf-8',
            'Retry-After': '5',
            Connection: 'close',
          })
          .end(UNREACHED);
    };
    pipeline(request, outgoing, (error) => {
      if (error) fail();
    });
    outgoing.once('error', fail);
  };
};
