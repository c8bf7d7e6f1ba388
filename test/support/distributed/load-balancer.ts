import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of several gateways, as clients of an institution see them. */
export interface LoadBalancer {
  readonly address: string;
  close(): Promise<void>;
}

const connected = async (port: number): Promise<Socket | null> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return null;
  }
};

/** Passes each connection on to the next gateway in turn, or to another one when that does not listen. */
export const loadBalancer = async (ports: readonly number[]): Promise<LoadBalancer> => {
  let turn = 0;
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const gateway = async (): Promise<Socket | null> => {
    const first = turn++;
    for (let step = 0; step < ports.length; step++) {
      const socket = await connected(ports[(first + step) % ports.length] ?? 0);
      if (socket !== null) return socket;
    }
    return null;
  };
  const pass = async (client: Socket): Promise<void> => {
    track(client);
    const behind = await gateway();
    if (behind === null) {
      client.destroy();
      return;
    }
    track(behind);
    client.once('close', () => behind.destroy()).pipe(behind);
    behind.once('close', () => client.destroy()).pipe(client);
  };
  const server = createServer((client) => void pass(client)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
