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

/** Where one gateway listens. */
export interface Gateway {
  readonly service: number;
  /** Its `/ready` is there. */
  readonly operations: number;
}

/** For so long what `/ready` said counts, which costs a gateway some requests to its servers; half the time of its drain. */
const COUNTS_MS = 1_000;
const ANSWER_MS = 2_000;

const isReady = async ({ operations }: Gateway): Promise<boolean> => {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(`http://127.0.0.1:${operations}/ready`, { signal }).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
};

/** Answers whether a gateway was ready a moment ago; looks only when it is asked, so gateways at rest are left alone. */
const recentLooks = (): ((gateway: Gateway) => Promise<boolean>) => {
  const looks = new Map<Gateway, { readonly at: number; readonly ready: Promise<boolean> }>();
  return (gateway) => {
    const now = performance.now();
    const known = looks.get(gateway);
    if (known !== undefined && now - known.at < COUNTS_MS) return known.ready;
    const ready = isReady(gateway);
    looks.set(gateway, { at: now, ready });
    return ready;
  };
};

/** Passes each connection on to the next gateway in turn that was ready a moment ago, or to any that listens where none was. */
export const loadBalancer = async (gateways: readonly Gateway[]): Promise<LoadBalancer> => {
  let turn = 0;
  const open = new Set<Socket>();
  const track = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };
  const wasReady = recentLooks();
  const choose = async (): Promise<Socket | null> => {
    const first = turn++ % gateways.length;
    const inTurn = [...gateways.slice(first), ...gateways.slice(0, first)];
    const ready = await Promise.all(inTurn.map(wasReady));
    const are = (expected: boolean): Gateway[] => inTurn.filter((_, index) => ready[index] === expected);
    for (const { service } of [...are(true), ...are(false)]) {
      const socket = await connected(service);
      if (socket !== null) return socket;
    }
    return null;
  };
  const pass = async (client: Socket): Promise<void> => {
    track(client);
    const behind = await choose();
    if (behind === null || client.destroyed) {
      client.destroy();
      behind?.destroy();
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
