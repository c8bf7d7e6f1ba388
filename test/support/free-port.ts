import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems hand out by themselves, so that nobody is given this one meanwhile. */
const FIRST = 15_000;
const COUNT = 5_000;
const given = new Set<number>();

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};

/** A port of the loopback address that nobody listened on a moment ago, and that nobody else here was given. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
};
