import type { Server } from 'node:http';
import { shares } from './shares.js';

/**
 * Limits the connections of a server: one address has half of them, and a quarter is kept for addresses that have none.
 * Idle connections are closed to make room; a connection that cannot be accepted, as without a free file descriptor, does
 * not end the process. `onRefused` is called with the reason for each connection that was closed or not accepted.
 */
export const boundConnections = (server: Server, connections: number, onRefused: (why: string) => void): void => {
  const each = Math.ceil(connections / 2);
  const { take } = shares({ places: connections, each, kept: Math.floor(connections / 4) });
  const makeRoom = (why: string): void => {
    server.closeIdleConnections();
    onRefused(why);
  };
  const reasons = { full: `there are ${connections} already`, 'share-used': `one address has ${each} already` };
  server.maxConnections = connections;
  server.on('drop', () => makeRoom(reasons.full));
  server.on('connection', (socket) => {
    const leave = take(socket.remoteAddress ?? '');
    if (typeof leave !== 'string') socket.once('close', leave);
    else {
      socket.destroy();
      makeRoom(reasons[leave]);
    }
  });
  server.on('error', (error) => {
    if (server.listening) makeRoom(error.message);
  });
};
