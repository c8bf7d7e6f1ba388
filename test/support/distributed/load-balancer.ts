import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

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

/** Where one gateway listens. */
export interface Gateway {
  readonly service: number;
  /** Its `/ready` is there. */
  readonly operations: number;
}

/** Twice while a gateway drains; what `/ready` says costs it some requests to its servers. */
const LOOK_EVERY_MS = 1_000;

const isReady = async ({ operations }: Gateway): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${operations}/ready`).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
};

/**
 * Passes each connection on to the next gateway in turn that was ready when it was last looked at, or to any that
 * listens where none was.
 */
export const loadBalancer = async (gateways: readonly Gateway[]): Promise<LoadBalancer> => {
  let turn = 0;
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const ready = new Set<Gateway>();
  const over = new AbortController();
  const look = async (gateway: Gateway): Promise<void> => {
    while (!over.signal.aborted) {
      if (await isReady(gateway)) ready.add(gateway);
      else ready.delete(gateway);
      await pause(LOOK_EVERY_MS);
    }
  };
  const looking = gateways.map(look);
  const choose = async (): Promise<Socket | null> => {
    const first = turn++ % gateways.length;
    const inTurn = [...gateways.slice(first), ...gateways.slice(0, first)];
    const isLast = (each: Gateway): number => Number(!ready.has(each));
    for (const { service } of inTurn.sort((a, b) => isLast(a) - isLast(b))) {
      const socket = await connected(service);
      if (socket !== null) return socket;
    }
    return null;
  };
  const pass = async (client: Socket): Promise<void> => {
    track(client);
    const behind = await choose();
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
      over.abort();
      await Promise.all(looking);
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
