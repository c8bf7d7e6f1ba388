import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { SharedRecords } from '../../flow/shared-records.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';

interface Call {
  readonly method: keyof SharedRecords;
  readonly args: readonly unknown[];
}

/** Shared records that several processes of a test reach at an address. */
export interface SharedRecordsServer {
  readonly url: string;
  close(): Promise<void>;
}

export const serveSharedRecords = async (): Promise<SharedRecordsServer> => {
  const records = openSharedRecords(':memory:');
  const server = createServer((request, response) => {
    void (async () => {
      const { method, args } = (await json(request)) as Call;
      const answer: unknown = await Reflect.apply(records[method], records, [...args]);
      response.end(JSON.stringify(answer));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await records.close();
    },
  };
};

export const sharedRecordsAt = (url: string): SharedRecords => {
  const call = async (method: Call['method'], ...args: readonly unknown[]): Promise<never> => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ method, args }) });
    return (await response.json()) as never;
  };
  return {
    list: (prefix) => call('list', prefix),
    read: (name) => call('read', name),
    write: (name, value, seen) => call('write', name, value, seen),
    remove: (name, seen) => call('remove', name, seen),
  };
};
