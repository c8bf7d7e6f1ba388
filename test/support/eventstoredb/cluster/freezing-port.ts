import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port that passes everything on to another one, until it freezes. */
export interface FreezingPort {
  readonly port: number;
  /** How many connections are open on it. */
  connections(): number;
  /** From here on connections are taken and nothing goes through, as with a process that is stopped. */
  freeze(): void;
  /** What was held back goes through, and everything after it. */
  thaw(): void;
  close(): Promise<void>;
}

/** Listens on a free port of loopback. */
export const openFreezingPort = async (target: number): Promise<FreezingPort> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  const pause = (pair: readonly [Socket, Socket]): void => pair.forEach((socket) => socket.pause());
  const join = (pair: readonly [Socket, Socket]): void => {
    const [near, far] = pair;
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => near.write(chunk));
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pair.forEach((each) => each.destroy());
        pairs.delete(pair);
      });
    }
  };
  const server = createServer((near) => {
    const pair = [near, connect(target, '127.0.0.1')] as const;
    pairs.add(pair);
    join(pair);
    if (frozen) pause(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => pairs.size,
    freeze() {
      frozen = true;
      pairs.forEach(pause);
    },
    thaw() {
      frozen = false;
      for (const pair of pairs) pair.forEach((socket) => socket.resume());
    },
    async close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
  };
};
