import { once } from 'node:events';
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { boundConnections } from '../../../../flow/sharing/bound-connections.js';
import { requestHandler } from './serve.js';
import type { S3EndpointSettings } from './settings.js';
import { errorDocument } from './error-answer.js';
import { S3Error, type S3ErrorCode } from './s3-error.js';

export interface S3Endpoint {
  /** `http://<host>:<port>`, without a slash at its end. */
  readonly endpoint: string;
  readonly port: number;
  /**
   * Accepts no more requests, lets those under way end, and resolves when the last connection is closed. Bodies that
   * are incomplete after `bodyGraceMs` are cut off; nothing of them was acknowledged or remains.
   */
  close(): Promise<void>;
}

const headersMs = 30_000;
const checkEveryMs = 5_000;
const keepAliveMs = 75_000;

/** Serves the engine as S3 does, path-style, over plain HTTP. Rejects where the address cannot be listened on. */
export const openS3Endpoint = async (settings: S3EndpointSettings): Promise<S3Endpoint> => {
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkEveryMs,
    // An upload has no time limit; only a stalled or very slow one is ended.
    requestTimeout: 0,
    noDelay: true,
  });
  boundConnections(server, settings.connections ?? 1_000, settings.onRefused ?? (() => undefined));
  server.setTimeout(settings.idleMs ?? 120_000);
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const endpoint = `http://${host}:${port}`;
  const serve = requestHandler(settings, endpoint, () => !server.listening);
  const underWay = new Set<IncomingMessage>();
  const follow = async (request: IncomingMessage, served: Promise<void>): Promise<void> => {
    underWay.add(request);
    await served;
    underWay.delete(request);
  };
  server.on('request', (request, response) => void follow(request, serve(request, response, false)));
  server.on('checkContinue', (request, response) => void follow(request, serve(request, response, true)));
  server.on('clientError', refuseUnreadable);
  return {
    endpoint,
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      const cutBodies = (): void => {
        for (const { complete, socket } of underWay) if (!complete) socket.destroy();
      };
      const limits = [
        setTimeout(cutBodies, settings.bodyGraceMs ?? 1_000),
        setTimeout(() => server.closeAllConnections(), settings.graceMs ?? 10_000),
      ];
      await closed;
      for (const limit of limits) clearTimeout(limit);
    },
  };
};

const codes: Readonly<Partial<Record<string, S3ErrorCode>>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

/** Answers input that is not HTTP, or arrives too slowly, and closes the connection. */
const refuseUnreadable = (fault: NodeJS.ErrnoException, socket: Duplex): void => {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = new S3Error(codes[fault.code ?? ''] ?? 'BadRequest', 'The request cannot be read as HTTP.');
  const body = errorDocument(error, '', '');
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\nConnection: close\r\n` +
      `Content-Type: application/xml\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
