import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Faults } from './faults.js';
import type { EventStoreDbServer } from './server.js';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const ACTIONS: Readonly<Record<string, (server: EventStoreDbServer) => unknown>> = {
  '/reset': (server) => server.reset(),
  '/restart': (server) => server.restart(),
  '/stop': (server) => server.stop(),
  '/start': (server) => server.start(),
  '/scavenge': (server) => server.scavenge(),
};

/**
 * Takes the fault switches of a server by HTTP on loopback, and answers with all of them: `POST /faults` with some as
 * JSON, `POST /reset`, `/restart`, `/stop`, `/start` and `/scavenge`. Answers its address.
 */
export const startControl = async (server: EventStoreDbServer): Promise<{ url: string; close(): void }> => {
  const perform = async (request: IncomingMessage): Promise<void> => {
    const text = await bodyOf(request);
    if (request.url === '/faults' && text !== '') Object.assign(server.faults, JSON.parse(text) as Partial<Faults>);
    await ACTIONS[request.url ?? '']?.(server);
  };
  const control = createServer((request, response) => {
    perform(request).then(
      () => response.setHeader('content-type', 'application/json').end(JSON.stringify(server.faults)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  control.listen(0, '127.0.0.1');
  await once(control, 'listening');
  const { port } = control.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      control.close();
      control.closeAllConnections();
    },
  };
};
