import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Logger } from '../../gateways/http/logger.js';

/** An app behind a real port of its own, with what it logged. */
export interface Service {
  readonly base: string;
  readonly port: number;
  close(): Promise<void>;
}

export const serve = async (app: RequestListener): Promise<Service> => {
  const server: Server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const memoryLog = (): { readonly log: Logger; readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: Readonly<Record<string, unknown>>): void => {
      lines.push({ level, message, fields });
    };
  return { lines, log: { info: at('info'), warn: at('warn'), error: at('error') } };
};

/** Sends a request line exactly as given, which fetch would tidy up, and answers the whole response text. */
export const rawRequest = async (
  port: number,
  requestLine: string,
  headers: readonly string[] = [],
): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write([`${requestLine} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
};
