import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ServiceFault } from './service-fault.js';

/** First and last port that may be taken. */
export type PortRange = readonly [first: number, last: number];

/**
 * Below the ports that the system gives to outgoing connections: a client that calls a dead server again and again
 * could otherwise be given the server's own port, and be connected to itself.
 */
const USUAL: PortRange = [21_000, 29_999];
const TRIES = 500;

/** The range that a setting such as `21000-21099` names; the usual one where it is empty. */
export const portRange = (setting: string | undefined): PortRange => {
  if (setting === undefined || setting === '') return USUAL;
  const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(setting) ?? []).map(Number);
  if (first === undefined || last === undefined || first < 1 || first > last || last > 65_535)
    throw new ServiceFault(`MUNIMENT_SERVICES_PORTS is a range such as 21000-21099, not '${setting}'`);
  return [first, last];
};

const held = async (port: number): Promise<Server | null> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
};

const released = async (server: Server): Promise<void> => {
  server.close();
  await once(server, 'close');
};

/** Whether nobody listens on this port of the loopback address now. */
export const isFree = async (port: number): Promise<boolean> => {
  const server = await held(port);
  if (server === null) return false;
  await released(server);
  return true;
};

/** So many different ports that are free on the loopback address now. Throws ServiceFault where the range is full. */
export const freePorts = async (count: number, [first, last]: PortRange): Promise<readonly number[]> => {
  const servers = new Map<number, Server>();
  try {
    for (let tries = 0; servers.size < count && tries < TRIES; tries++) {
      const port = randomInt(first, last + 1);
      const server = servers.has(port) ? null : await held(port);
      if (server !== null) servers.set(port, server);
    }
    if (servers.size < count) throw new ServiceFault(`too few ports from ${first} to ${last} are free`);
    return [...servers.keys()];
  } finally {
    await Promise.all([...servers.values()].map(released));
  }
};
